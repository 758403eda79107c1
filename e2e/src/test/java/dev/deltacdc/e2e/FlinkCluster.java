/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A session cluster of processes, and the one job on it. */
final class FlinkCluster implements AutoCloseable {

  private static final Duration DEADLINE = Duration.ofMinutes(4);
  private static final JsonMapper JSON = new JsonMapper();

  private final Command cluster;
  private final Command cli;
  private final Command sqlClient;
  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
  private final String url;
  private String job = "";

  private FlinkCluster(Path home, Map<String, String> environment, String... options)
      throws IOException, InterruptedException {
    cluster = new Command("cluster", home, environment);
    cli = new Command("flink", home, environment);
    sqlClient = new Command("sql-client", home, environment);
    List<String> args =
        new ArrayList<>(
            List.of(
                "start",
                "--taskmanagers",
                "2",
                "--slots",
                "2",
                "--port",
                String.valueOf(freePort()),
                "--set",
                "web.refresh-interval=500"));
    args.addAll(List.of(options));
    String printed = cluster.run(args.toArray(new String[0]));
    Matcher page = Pattern.compile("http://127\\.0\\.0\\.1:\\d+").matcher(printed);
    assertThat(page.find()).as(printed).isTrue();
    url = page.group();
  }

  /** With the recommended configuration. */
  static FlinkCluster plain(Path home) throws IOException, InterruptedException {
    return new FlinkCluster(home, Map.of());
  }

  /**
   * One whose processes have the client for S3.
   *
   * @param hadoop folder of its {@code core-site.xml}
   */
  static FlinkCluster onS3(Path home, Path hadoop) throws IOException, InterruptedException {
    return new FlinkCluster(home, Map.of("HADOOP_CONF_DIR", hadoop.toString()), "--stores", "s3");
  }

  /** One whose processes may be killed: ZooKeeper remembers the jobs, and losses are seen soon. */
  static FlinkCluster toBeKilled(Path home) throws IOException, InterruptedException {
    return new FlinkCluster(
        home,
        Map.of(),
        "--ha",
        "--set",
        "restart-strategy.exponential-delay.max-backoff=2s",
        "--set",
        "heartbeat.interval=1000",
        "--set",
        "heartbeat.timeout=8000");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return 10_000 + socket.getLocalPort() % 10_000;
    }
  }

  /** {@code flink run JAR run FILE} of a bounded pipeline; returns what it printed. */
  String runToTheEnd(Path jar, Path pipeline, String lake, int parallelism) throws Exception {
    return cli.run(
        "run",
        jar.toString(),
        "run",
        pipeline.toString(),
        "--lake",
        lake,
        "--parallelism",
        "" + parallelism);
  }

  /** {@code flink run JAR run FILE --mode triggered}; returns what it printed. */
  String runTriggered(Path jar, Path pipeline, Path lake, int parallelism) throws Exception {
    return cli.run(
        "run",
        jar.toString(),
        "run",
        pipeline.toString(),
        "--lake",
        lake.toString(),
        "--parallelism",
        "" + parallelism,
        "--mode",
        "triggered");
  }

  /** {@code sql-client -j JAR -f SCRIPT}; returns what it printed. */
  String runSql(Path jar, Path script) throws Exception {
    return sqlClient.run("-j", jar.toString(), "-f", script.toString());
  }

  /**
   * Submits the job.
   *
   * @param savepoint where it goes on from; empty: it starts anew
   */
  void submit(Path jar, Path pipeline, Path lake, int parallelism, String savepoint)
      throws Exception {
    List<String> args = new ArrayList<>(List.of("run", "-d"));
    if (!savepoint.isEmpty()) {
      args.addAll(List.of("-s", savepoint));
    }
    args.addAll(List.of(jar.toString(), "run", pipeline.toString()));
    args.addAll(List.of("--lake", lake.toString(), "--parallelism", "" + parallelism));
    String printed = cli.run(args.toArray(new String[0]));
    Matcher submitted = Pattern.compile("Submitted as job ([0-9a-f]{32})").matcher(printed);
    assertThat(submitted.find()).as(printed).isTrue();
    assertThat(printed).doesNotContain("Exception");
    job = submitted.group(1);
    awaitCheckpoint();
  }

  /** Stops the job; returns the savepoint. */
  String stop() throws Exception {
    String printed = cli.run("stop", job);
    Matcher path = Pattern.compile("Path: (\\S+)").matcher(printed);
    assertThat(path.find()).as(printed).isTrue();
    return path.group(1);
  }

  /** Kills a process and starts it again. */
  void killAndRestart(String process) throws Exception {
    cluster.kill("pid/" + process);
    cluster.run("start");
  }

  /** Waits until the job runs and has completed a checkpoint that begins now or later. */
  void awaitCheckpoint() {
    long now = System.currentTimeMillis();
    await()
        .atMost(DEADLINE)
        .pollInterval(Duration.ofMillis(200))
        .ignoreExceptions()
        .until(
            () -> {
              JsonNode latest = get("/jobs/" + job + "/checkpoints").at("/latest/completed");
              return get("/jobs/" + job).path("state").asText().equals("RUNNING")
                  && latest.path("trigger_timestamp").asLong() >= now;
            });
  }

  private JsonNode get(String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + path)).timeout(Duration.ofSeconds(10)).build();
    return JSON.readTree(http.send(request, HttpResponse.BodyHandlers.ofString()).body());
  }

  @Override
  public void close() throws IOException, InterruptedException {
    if (Files.exists(cluster.home().resolve("pid"))) {
      cluster.run("stop");
    }
  }
}
