/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.readers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A table that an end-to-end test of the job has left, with the rows it must hold.
 *
 * @param name folder of the test, and table
 * @param rows the expected rows, one JSON object a line
 * @param versions the same for the versions whose rows are known
 * @param columns Spark's SQL types by column, in order
 */
record WrittenTable(
    String name, Path table, Path rows, Map<Long, Path> versions, Map<String, String> columns) {

  /** Whoever leaves tables: a test that no longer does is noticed. */
  static final List<String> TESTS =
      List.of(
          "cases",
          "clientes",
          "history",
          "partitions",
          "pedidos",
          "produtos",
          "restart",
          "show",
          "types",
          "ClientesOnAClusterITCase",
          "ContractITCase",
          "DebeziumITCase",
          "DeltaSourceITCase",
          "FullRefreshITCase",
          "FullSnapshotITCase",
          "KafkaDaysITCase",
          "KillsITCase",
          "LostStateITCase",
          "MaterializedViewITCase",
          "OtherWriterITCase",
          "PipelineRunITCase",
          "RereadSnapshotITCase",
          "RewindITCase",
          "S3ITCase",
          "SignalITCase",
          "StateITCase",
          "TicketsITCase",
          "TriggeredMaintenanceITCase",
          "TriggeredRunITCase");

  /** Where the modules with end-to-end tests leave them. */
  private static final List<Path> FOLDERS =
      Stream.of("job", "e2e")
          .map(module -> Path.of("..", module, "target", "e2e").toAbsolutePath().normalize())
          .toList();

  /** One of them at a version. */
  record Version(WrittenTable table, long number, Path rows) {
    @Override
    public String toString() {
      return table.name() + " at version " + number;
    }
  }

  /** All of them; fails when there are none, since then the end-to-end tests have not run. */
  static List<WrittenTable> all() {
    return FOLDERS.stream().flatMap(WrittenTable::in).toList();
  }

  private static Stream<WrittenTable> in(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new IllegalStateException(
          folder + " is missing: run the end-to-end tests first, as 'mvn verify' does.");
    }
    List<Path> descriptions = files(folder, Integer.MAX_VALUE, ".table.json");
    if (descriptions.isEmpty()) {
      throw new IllegalStateException(
          "No *.table.json under " + folder + ": run the end-to-end tests first.");
    }
    return descriptions.stream().map(description -> read(folder, description));
  }

  /** All versions whose rows are known. */
  static List<Version> allVersions() {
    return all().stream()
        .flatMap(
            table ->
                table.versions().entrySet().stream()
                    .map(version -> new Version(table, version.getKey(), version.getValue())))
        .toList();
  }

  /** The test that left it. */
  String test() {
    return name.substring(0, name.indexOf('/'));
  }

  @Override
  public String toString() {
    return name;
  }

  private static WrittenTable read(Path all, Path description) {
    try {
      JsonNode json = new JsonMapper().readTree(description.toFile());
      Map<String, String> columns = new LinkedHashMap<>();
      json.get("columns")
          .properties()
          .forEach(column -> columns.put(column.getKey(), column.getValue().asText()));
      Path folder = description.getParent();
      Path table = folder.resolve(json.get("table").asText());
      Path rows = folder.resolve(json.get("rows").asText());
      String name = rows.getFileName().toString().replaceFirst("\\.jsonl$", "");
      return new WrittenTable(
          all.relativize(folder) + "/" + name, table, rows, versions(folder, name), columns);
    } catch (IOException e) {
      throw new UncheckedIOException(description.toString(), e);
    }
  }

  private static Map<Long, Path> versions(Path folder, String name) {
    Pattern file = Pattern.compile(Pattern.quote(name) + "@(\\d+)\\.jsonl");
    Map<Long, Path> versions = new TreeMap<>();
    for (Path path : files(folder, 1, ".jsonl")) {
      Matcher version = file.matcher(path.getFileName().toString());
      if (version.matches()) {
        versions.put(Long.valueOf(version.group(1)), path);
      }
    }
    return versions;
  }

  private static List<Path> files(Path folder, int depth, String end) {
    try (Stream<Path> files = Files.walk(folder, depth)) {
      return files.filter(file -> file.getFileName().toString().endsWith(end)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
