/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What is in the jar that is submitted to a cluster, and what must not be: classes that the cluster
 * has, in whatever version, are not hidden by ours.
 */
class FatJarITCase {

  private static final Path TARGET = Path.of("target").toAbsolutePath();
  private static final String SERVICES = "META-INF/services/";
  private static final int JAVA_17 = 61;

  /** Packages by what they are for. */
  private static final Map<String, List<String>> CONTENTS =
      Map.of(
          "ours", List.of("dev.deltacdc."),
          "Kafka connector; Flink's distribution has no connector-base",
              List.of(
                  "org.apache.flink.connector.kafka.",
                  "org.apache.flink.connector.base.",
                  "org.apache.flink.streaming.connectors.kafka.",
                  "org.apache.flink.streaming.util.serialization.",
                  "org.apache.kafka."),
          "Delta Kernel, and one class that delta-storage names",
              List.of("io.delta.", "org.apache.spark.sql.delta.coordinatedcommits."),
          "Parquet with what it needs",
              List.of(
                  "org.apache.parquet.",
                  "shaded.parquet.",
                  "org.locationtech.jts.",
                  "io.airlift.compress.",
                  "org.apache.commons.pool.",
                  "javax.annotation."),
          "compression of Parquet and Kafka",
              List.of("org.xerial.snappy.", "com.github.luben.zstd.", "net.jpountz."),
          "Hadoop's client, its libraries relocated",
              List.of("org.apache.hadoop.", "org.apache.commons.logging."),
          "deletion vectors", List.of("org.roaringbitmap."),
          "JSON and CSV", List.of("com.fasterxml.jackson."),
          "the pipeline file", List.of("org.antlr.v4."),
          "the command line", List.of("picocli.", "org.apache.commons.lang3."));

  private static Path path;
  private static JarFile jar;
  private static Set<String> entries;

  @BeforeAll
  static void open() throws IOException {
    List<Path> jars = clusterJars(TARGET);
    assumeThat(jars).as("skipped: no cluster jar (-Dcluster-jar.skip)").isNotEmpty();
    path = jars.get(0);
    jar = new JarFile(path.toFile());
    List<String> names = jar.stream().map(ZipEntry::getName).toList();
    entries = new TreeSet<>(names);
    assertThat(names).as("no entry twice").hasSameSizeAs(entries);
  }

  @AfterAll
  static void close() throws IOException {
    if (jar != null) {
      jar.close();
    }
  }

  private static List<Path> clusterJars(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().matches("flink-delta-cdc-.*\\.jar"))
          .toList();
    }
  }

  /** Names of classes in dots, those for other versions of Java apart. */
  private static List<String> classes() {
    return entries.stream()
        .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF/"))
        .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
        .toList();
  }

  @Test
  void everyClassIsOfAKnownPartAndEveryPartIsThere() {
    List<String> parts = CONTENTS.values().stream().flatMap(List::stream).toList();
    Map<String, Long> found = new TreeMap<>();
    List<String> unknown = new ArrayList<>();
    for (String name : classes()) {
      parts.stream()
          .filter(name::startsWith)
          .findFirst()
          .ifPresentOrElse(part -> found.merge(part, 1L, Long::sum), () -> unknown.add(name));
    }
    assertThat(unknown).as("classes of unknown parts").isEmpty();
    assertThat(found.keySet()).containsExactlyInAnyOrderElementsOf(parts);
  }

  @Test
  void whatTheClusterHasIsNotInIt() {
    assertThat(classes())
        .as("Flink beside the Kafka connector, its planner, logging, Kryo")
        .noneMatch(
            name ->
                name.startsWith("org.apache.flink.")
                    && !name.matches(
                        "org\\.apache\\.flink\\.(connector\\.(kafka|base)|streaming\\.(connectors\\.kafka|util\\.serialization))\\..*"))
        .noneMatch(name -> name.startsWith("org.apache.calcite."))
        .noneMatch(name -> name.startsWith("org.slf4j."))
        .noneMatch(name -> name.startsWith("org.apache.logging."))
        .noneMatch(name -> name.startsWith("org.apache.log4j."))
        .noneMatch(name -> name.startsWith("ch.qos."))
        .noneMatch(name -> name.startsWith("com.esotericsoftware."));
    assertThat(entries)
        .as("no logging configuration that a cluster would find by itself")
        .noneMatch(
            name -> name.matches("(log4j2?|logback)([-.].*)?\\.(properties|xml|ya?ml|json)"));
  }

  @Test
  void testsAreNotInIt() {
    assertThat(classes())
        .noneMatch(name -> name.matches("(org\\.junit|org\\.assertj|com\\.tngtech|test)\\..*"))
        .noneMatch(name -> name.matches("dev\\.deltacdc\\..*(Test|ITCase)(\\$.*)?"));
  }

  @Test
  void allOfOursIsInIt() throws IOException {
    Set<String> ours = new TreeSet<>();
    for (String module : List.of("functions", "sink", "job")) {
      Path classes = TARGET.resolve("../../" + module + "/target/classes").normalize();
      try (Stream<Path> files = Files.walk(classes)) {
        files
            .filter(Files::isRegularFile)
            .map(file -> classes.relativize(file).toString().replace(File.separatorChar, '/'))
            .forEach(ours::add);
      }
    }
    assertThat(ours).hasSizeGreaterThan(300);
    assertThat(entries).containsAll(ours);
  }

  @Test
  void servicesOfAllPartsAreMergedAndTheirClassesAreThere() throws IOException {
    Map<String, Set<String>> merged = new TreeMap<>();
    for (Path part : parts()) {
      try (JarFile opened = new JarFile(part.toFile())) {
        for (ZipEntry entry : Collections.list(opened.entries())) {
          if (entry.getName().startsWith(SERVICES) && !entry.isDirectory()) {
            merged
                .computeIfAbsent(entry.getName(), name -> new TreeSet<>())
                .addAll(providers(opened, entry));
          }
        }
      }
    }
    assertThat(merged)
        .containsKeys(
            SERVICES + "org.apache.hadoop.fs.FileSystem",
            SERVICES + "org.apache.flink.table.factories.Factory");
    for (String service : merged.keySet()) {
      List<String> providers = providers(jar, jar.getEntry(service));
      assertThat(providers).as(service).containsExactlyInAnyOrderElementsOf(merged.get(service));
      // Relocated libraries name classes that only their own jar's readers ask for.
      if (!service.matches(".*(javax\\.|sun\\.|shaded\\.).*")) {
        assertThat(entries)
            .as(service)
            .containsAll(
                providers.stream().map(name -> name.replace('.', '/') + ".class").toList());
      }
    }
  }

  /** The jars of the class path whose classes are in the cluster jar. */
  private static List<Path> parts() throws IOException {
    List<Path> parts = new ArrayList<>();
    for (String element : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (element.endsWith(".jar")) {
        try (JarFile opened = new JarFile(element)) {
          List<String> classes =
              opened.stream()
                  .map(ZipEntry::getName)
                  .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF/"))
                  .filter(name -> !name.equals("module-info.class"))
                  .toList();
          if (!classes.isEmpty() && entries.contains(classes.get(0))) {
            parts.add(Path.of(element));
          }
        }
      }
    }
    assertThat(parts).hasSizeGreaterThan(15);
    return parts;
  }

  private static List<String> providers(JarFile opened, ZipEntry service) throws IOException {
    return text(opened, service)
        .lines()
        .map(line -> line.replaceFirst("#.*", "").strip())
        .filter(line -> !line.isEmpty())
        .distinct()
        .toList();
  }

  private static String text(JarFile opened, ZipEntry entry) throws IOException {
    try (InputStream in = opened.getInputStream(entry)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  @Test
  void licenceAndNoticesAreThere() throws IOException {
    assertThat(text(jar, jar.getEntry("META-INF/LICENSE")))
        .isEqualTo(Files.readString(TARGET.resolve("../../LICENSE")));
    String notice = text(jar, jar.getEntry("META-INF/NOTICE")).strip();
    assertThat(notice).startsWith("flink-delta-cdc\nCopyright 2026 the flink-delta-cdc authors\n");
    for (Path part : parts()) {
      try (JarFile opened = new JarFile(part.toFile())) {
        for (String name : List.of("META-INF/NOTICE", "META-INF/NOTICE.txt")) {
          ZipEntry own = opened.getEntry(name);
          if (own != null) {
            String copyright =
                text(opened, own)
                    .lines()
                    .filter(line -> line.startsWith("Copyright "))
                    .findFirst()
                    .orElse("");
            assertThat(notice).as("notice of %s", part.getFileName()).contains(copyright.strip());
          }
        }
      }
    }
    assertThat(entries).noneMatch(name -> name.matches("META-INF/[^/]*\\.(SF|DSA|RSA)"));
  }

  @Test
  void theManifestNamesTheMainClassAndClassesForNewerVersionsOfJava() throws IOException {
    Attributes manifest = jar.getManifest().getMainAttributes();
    assertThat(manifest.getValue(Attributes.Name.MAIN_CLASS))
        .isEqualTo("dev.deltacdc.job.cli.Main");
    assertThat(manifest.getValue(Attributes.Name.MULTI_RELEASE)).isEqualTo("true");
    assertThat(manifest.getValue(Attributes.Name.IMPLEMENTATION_VERSION)).isNotBlank();
    assertThat(entries).anyMatch(name -> name.startsWith("META-INF/versions/"));
  }

  @Test
  void itRunsOnJava17() throws IOException {
    for (String name : classes()) {
      ZipEntry entry = jar.getEntry(name.replace('.', '/') + ".class");
      try (DataInputStream in = new DataInputStream(jar.getInputStream(entry))) {
        in.readInt(); // magic
        in.readUnsignedShort(); // minor version
        assertThat(in.readUnsignedShort()).as(name).isLessThanOrEqualTo(JAVA_17);
      }
    }
  }

  /** Maven has made it twice, at different times. */
  @Test
  void theSameTreeGivesTheSameBytes() throws IOException {
    List<Path> again = clusterJars(TARGET.resolve("again"));
    assumeThat(again).as("skipped: 'mvn verify' makes the second jar").isNotEmpty();

    assertThat(differences(again.get(0))).isEmpty();
    assertThat(Files.mismatch(path, again.get(0))).as("first byte that differs").isEqualTo(-1);
  }

  /** Entries that differ, with their times. */
  private static List<String> differences(Path again) throws IOException {
    try (JarFile other = new JarFile(again.toFile())) {
      Map<String, String> first = described(jar);
      Map<String, String> second = described(other);
      Set<String> names = new TreeSet<>(first.keySet());
      names.addAll(second.keySet());
      return names.stream()
          .filter(name -> !String.valueOf(first.get(name)).equals(second.get(name)))
          .map(name -> name + ": " + first.get(name) + ", " + second.get(name))
          .toList();
    }
  }

  private static Map<String, String> described(JarFile opened) {
    return opened.stream()
        .collect(
            Collectors.toMap(
                ZipEntry::getName,
                entry -> entry.getTimeLocal() + " " + entry.getSize() + " " + entry.getCrc()));
  }

  /** What the build itself writes has the time that the root pom says, whenever it is built. */
  @Test
  void whatTheBuildWritesHasAFixedTime() {
    assertThat(
            jar.stream()
                .filter(entry -> entry.getName().startsWith("dev/deltacdc/"))
                .filter(entry -> !entry.isDirectory())
                .map(entry -> entry.getTimeLocal().toLocalDate().toString())
                .distinct())
        .containsExactly("2026-01-01");
  }
}
