/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.e2e;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An S3 server as a process of its own, with one bucket, and processes that are its clients. */
final class S3Server implements AutoCloseable {

  private static final String BUCKET = "lakes";
  private static final Path SERVER = Path.of("s3mock", "target");
  private static final String CLIENT =
      Path.of("..", "deploy", "dist", "s3", "target", "lib") + "/*";

  private static final Path LOG = Path.of("..", "deploy", "local", "log4j2.properties");

  private final Path folder;
  private final int port;
  private final Process process;
  private final HttpClient http = HttpClient.newHttpClient();

  S3Server(Path folder) throws IOException {
    this.folder = folder;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = 10_000 + socket.getLocalPort() % 10_000;
    }
    process =
        java(
                "s3",
                SERVER.resolve("classes") + File.pathSeparator + SERVER.resolve("lib") + "/*",
                "dev.deltacdc.e2e.s3.LoopbackS3",
                List.of("" + port, folder.resolve("objects").toString(), BUCKET))
            .start();
    await()
        .atMost(Duration.ofMinutes(4))
        .pollInterval(Duration.ofMillis(200))
        .ignoreExceptions()
        .until(() -> !process.isAlive() || control("GET", "").equals("0"));
  }

  /** URI of a folder in the bucket. */
  String uri(String name) {
    return "s3a://" + BUCKET + "/" + name;
  }

  /** Address that makes requests go wrong; the query is that of {@code FaultFilter}. */
  String fault(String query) {
    return "http://127.0.0.1:" + port + "/-/fault?" + query;
  }

  /** Makes requests go wrong from now on. */
  void inject(String query) throws IOException, InterruptedException {
    control("PUT", query);
  }

  /** How many have gone wrong since. */
  int hits() throws IOException, InterruptedException {
    return Integer.parseInt(control("GET", ""));
  }

  private String control(String method, String query) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(fault(query)))
            .timeout(Duration.ofSeconds(10))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build();
    return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  /**
   * A process that writes tables, not yet started.
   *
   * @param name of its files of output: {@code name.out}, {@code name.err}
   * @param settings on top of those by which it finds this server
   */
  ProcessBuilder writer(String name, Map<String, String> settings, String... args)
      throws IOException {
    String classPath = CLIENT + File.pathSeparator + System.getProperty("java.class.path");
    return client(name, settings, java(name, classPath, S3Writer.class.getName(), List.of(args)));
  }

  /** The command line, with the class path that {@code deploy/local/deltacdc} gives it. */
  ProcessBuilder deltacdc(String name, String... args) throws IOException {
    Path job = Path.of("..", "job", "target");
    try (Stream<Path> files = Files.list(job)) {
      Path jar =
          files
              .filter(
                  file ->
                      file.getFileName().toString().matches("deltacdc-job-[^-]*(-SNAPSHOT)?\\.jar"))
              .findFirst()
              .orElseThrow();
      String classPath =
          String.join(File.pathSeparator, jar.toString(), job + "/embedded/lib/*", CLIENT);
      return client(
          name, Map.of(), java(name, classPath, "dev.deltacdc.job.cli.Main", List.of(args)));
    }
  }

  private ProcessBuilder client(String name, Map<String, String> settings, ProcessBuilder builder)
      throws IOException {
    builder.environment().put("HADOOP_CONF_DIR", configuration(name, settings).toString());
    return builder;
  }

  /** A folder with the {@code core-site.xml} of a client. */
  Path configuration(String name, Map<String, String> settings) throws IOException {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("fs.s3a.endpoint", "http://127.0.0.1:" + port);
    all.put("fs.s3a.endpoint.region", "us-east-1");
    all.put("fs.s3a.path.style.access", "true");
    all.put("fs.s3a.access.key", "key");
    all.put("fs.s3a.secret.key", "secret");
    all.putAll(settings);
    Path conf = Files.createDirectories(folder.resolve(name));
    Files.writeString(
        conf.resolve("core-site.xml"),
        all.entrySet().stream()
            .map(
                setting ->
                    "<property><name>%s</name><value>%s</value></property>"
                        .formatted(setting.getKey(), setting.getValue()))
            .collect(Collectors.joining("\n", "<configuration>", "</configuration>")));
    return conf;
  }

  /** What a client has printed. */
  List<String> output(String name) throws IOException {
    return Files.readAllLines(folder.resolve(name + ".out"));
  }

  String errors(String name) throws IOException {
    return Files.readString(folder.resolve(name + ".err"));
  }

  private ProcessBuilder java(String name, String classPath, String main, List<String> arguments)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Ddeltacdc.launcher=true",
                "-Dlog4j2.configurationFile=" + LOG,
                "-Dlog.file=" + folder.resolve(name + ".log"),
                "-cp",
                classPath,
                main));
    command.addAll(
        command.indexOf("-cp"),
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(argument -> argument.startsWith("--add-"))
            .toList());
    command.addAll(arguments);
    Files.createDirectories(folder);
    return new ProcessBuilder(command)
        .redirectOutput(folder.resolve(name + ".out").toFile())
        .redirectError(folder.resolve(name + ".err").toFile());
  }

  /** Objects below a prefix of the bucket, by name. */
  List<String> objects(String prefix) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(
                    "http://127.0.0.1:%d/%s?list-type=2&max-keys=1000&prefix=%s"
                        .formatted(port, BUCKET, prefix)))
            .timeout(Duration.ofSeconds(10))
            .build();
    String listing = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    return Stream.of(listing.split("<Key>", -1))
        .skip(1)
        .map(rest -> rest.substring(0, rest.indexOf("</Key>")))
        .toList();
  }

  /** Copies the objects below a prefix of the bucket, but for its folders, into a folder. */
  void download(String prefix, Path to) throws IOException, InterruptedException {
    for (String name : objects(prefix)) {
      if (name.endsWith("/")) {
        continue;
      }
      Path file = to.resolve(name.substring(prefix.length()));
      Files.createDirectories(file.getParent());
      HttpRequest request = HttpRequest.newBuilder(object(name)).build();
      int status = http.send(request, HttpResponse.BodyHandlers.ofFile(file)).statusCode();
      if (status != 200) {
        throw new IOException(name + ": status " + status);
      }
    }
  }

  private URI object(String name) {
    try {
      return new URI("http", null, "127.0.0.1", port, "/" + BUCKET + "/" + name, null, null);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(name, e);
    }
  }

  @Override
  public void close() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(20, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
  }
}
