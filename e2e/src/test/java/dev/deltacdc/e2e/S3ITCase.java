/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables on S3, written by processes through the client of {@code deploy/dist/s3}. */
class S3ITCase {

  private static final Path CLIENTES =
      Path.of("..", "testdata", "clientes", "pipeline.sql").toAbsolutePath().normalize();

  private static final int COMMITS = 24;
  private static final String COMMITS_OF_SWEEP = "2";

  /** No second tries below the committer, so that it meets the faults. */
  private static final Map<String, String> ONE_TRY =
      Map.of(
          "fs.s3a.attempts.maximum", "1",
          "fs.s3a.retry.limit", "0",
          "fs.s3a.retry.interval", "1ms",
          "fs.s3a.retry.throttle.limit", "0",
          "fs.s3a.retry.throttle.interval", "1ms");

  @TempDir static Path folder;
  private static S3Server s3;

  /** What is on S3 at the end, for other readers. */
  @TempDir Path copy;

  @BeforeAll
  static void start() throws Exception {
    s3 = new S3Server(folder);
  }

  @AfterAll
  static void stop() throws Exception {
    s3.close();
  }

  @BeforeEach
  void heal() throws Exception {
    s3.inject("");
  }

  private static void run(String name, ProcessBuilder builder) throws Exception {
    finish(name, builder.start());
  }

  private static void finish(String name, Process process) throws Exception {
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).as(name).isTrue();
      assertThat(process.exitValue()).as(s3.errors(name)).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  private static ProcessBuilder appending(String name, String table, int writer)
      throws IOException {
    return s3.writer(
        name, Map.of(), "append", table, "w" + writer, "" + writer * COMMITS, "" + COMMITS);
  }

  @Test
  void twoProcessesLoseNoCommitAndDoubleNone() throws Exception {
    String table = s3.uri("race");
    Process one = appending("one", table, 0).start();
    Process two = appending("two", table, 1).start();
    finish("one", one);
    finish("two", two);
    run("read", s3.writer("read", Map.of(), "read", table));

    List<String> acknowledged = new ArrayList<>(s3.output("one"));
    acknowledged.addAll(s3.output("two"));
    List<String> expected = IntStream.range(0, 2 * COMMITS).mapToObj(Integer::toString).toList();
    assertThat(acknowledged).isEqualTo(expected);
    List<String> read = s3.output("read");
    assertThat(read.subList(1, read.size())).isEqualTo(expected);
    assertThat(read.get(0)).as("version").isEqualTo("" + 2 * COMMITS);
    assertThat(s3.objects("race/_delta_log/"))
        .anyMatch(name -> name.endsWith(".checkpoint.parquet"))
        .noneMatch(name -> name.endsWith(".tmp"));
  }

  @ParameterizedTest(name = "{0}, done {1}, {2} in a row, second tries by the client {3}")
  @CsvSource({"500, true, 1, true", "503, false, 2, false"})
  void answersThatGoWrongLoseAndDoubleNothing(int status, boolean done, int count, boolean tries)
      throws Exception {
    String name = "sweep" + status;
    String fault = s3.fault("status=%d&done=%b&count=%d".formatted(status, done, count));
    run(
        name,
        s3.writer(
            name, tries ? Map.of() : ONE_TRY, "sweep", s3.uri(name), fault, COMMITS_OF_SWEEP));
    assertThat(Integer.parseInt(s3.output(name).get(0))).as("requests").isGreaterThan(20);
  }

  @Test
  void aStoreThatOverwritesAllTheSameIsRefused() throws Exception {
    s3.inject("ignore=true");
    Process process = appending("ignoring", s3.uri("ignoring"), 0).start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).isNotZero();
    } finally {
      process.destroyForcibly();
    }
    assertThat(s3.errors("ignoring")).contains("If-None-Match");
    assertThat(s3.objects("ignoring/_delta_log/")).noneMatch(name -> name.endsWith(".json"));
  }

  /** Of the puts of log entries, each second one is done and answered with an error. */
  @Test
  void aPipelineFillsItsTables() throws Exception {
    s3.inject("status=500&done=true&method=PUT&path=.*json&count=1000&gap=1");
    String lake = s3.uri("lake");
    run("run", s3.deltacdc("run", "run", CLIENTES.toString(), "--lake", lake));
    run("show", s3.deltacdc("show", "show", "clientes", "--lake", lake, "--count"));

    assertThat(s3.hits()).isPositive();
    assertThat(String.join("\n", s3.output("show"))).contains("10090");
    s3.download("lake/", copy);
  }

  /** On processes of Flink, which have the client of {@code deploy/local/cluster --stores s3}. */
  @Test
  void aClusterFillsItsTablesToo() throws Exception {
    String printed;
    try (FlinkCluster flink =
        FlinkCluster.onS3(folder.resolve("flink"), s3.configuration("cluster", Map.of()))) {
      printed = flink.runToTheEnd(BuiltJar.ofPipelines(), CLIENTES, s3.uri("cluster"), 2);
    }

    assertThat(printed).containsPattern("clientes .* 10,090 .*\n");
    s3.download("cluster/", copy);
  }
}
