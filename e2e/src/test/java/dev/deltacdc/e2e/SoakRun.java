/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Half an hour at a steady rate with a kill every minute, in turn of a TaskManager, the JobManager
 * and Kafka; the other TaskManager lives through it all. Prints, each minute, what must not grow:
 * its memory, threads and open files, the files of the table and of its log, the time of a commit.
 * Expired log files are cleaned up after three minutes here. In the end the table is the model's.
 *
 * <p>Not part of the build; the figures are in docs/reliability.md:
 *
 * <pre>mvn -Dquick verify -pl e2e -am -Dtest=None -Dit.test=SoakRun -Ddeltacdc.e2e.minutes=30 \
 *   -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false</pre>
 */
@Timeout(value = 90, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SoakRun {

  private static final int MINUTES = Integer.getInteger("deltacdc.e2e.minutes", 30);
  private static final int EVENTS_PER_SECOND = 2_000;
  private static final int PARTITIONS = 3;
  private static final int KEYS = 20_000;
  private static final String SURVIVOR = "taskmanager-2";

  private static final String PIPELINE =
      """
      SET 'execution.checkpointing.interval' = '2 s';
      CREATE TABLE events (id INT, seq BIGINT, op STRING, v STRING) WITH (
        'connector' = 'kafka', 'topic' = 'events', 'format' = 'json',
        'properties.bootstrap.servers' = '%s');
      CREATE STREAMING TABLE latest
        TBLPROPERTIES ('delta.logRetentionDuration' = 'interval 3 minutes');
      CREATE FLOW apply AS AUTO CDC INTO latest FROM STREAM(events) KEYS (id)
        APPLY AS DELETE WHEN op = 'D' SEQUENCE BY seq COLUMNS id, seq, v;
      """;

  private static final Pattern COMMIT =
      Pattern.compile("Committed version (\\d+) of latest: .* (\\d+) ms");

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path temp;

  @Test
  void nothingGrows() throws Exception {
    Path lake = temp.resolve("lake");
    Path home = temp.resolve("flink");
    try (KafkaBroker kafka = new KafkaBroker(temp.resolve("kafka"));
        FlinkCluster flink = FlinkCluster.toBeKilled(home)) {
      kafka.createTopic("events", PARTITIONS);
      try (Feed feed = new Feed(kafka.address(), "events", PARTITIONS, KEYS, 1)) {
        Path pipeline =
            Files.writeString(temp.resolve("p.sql"), PIPELINE.formatted(kafka.address()));
        flink.submit(BuiltJar.ofPipelines(), pipeline, lake, 2, "");
        AtomicBoolean enough = new AtomicBoolean();
        CompletableFuture<Void> sending =
            CompletableFuture.runAsync(() -> sendSteadily(feed, enough));

        System.out.println(
            "minute  killed         MB  threads  files  log files  data files  version  commit ms");
        long survivor = Long.parseLong(Files.readString(home.resolve("pid/" + SURVIVOR)).strip());
        Map<Long, Long> commits = new HashMap<>();
        List<Sample> samples = new ArrayList<>();
        long start = System.nanoTime();
        for (int minute = 1; minute <= MINUTES; minute++) {
          String killed = kill(minute, flink, kafka);
          flink.awaitCheckpoint();
          waitUntil(start + TimeUnit.MINUTES.toNanos(minute));
          Sample sample = Sample.of(survivor, lake.resolve("latest"), home, commits);
          samples.add(sample);
          System.out.printf("%6d  %-12s %s%n", minute, killed, sample);
          assertThat(sending).isNotDone();
        }
        assertBounded("memory", samples, Sample::megabytes);
        assertBounded("threads", samples, Sample::threads);
        assertBounded("open files", samples, Sample::openFiles);
        assertBounded("log files", samples, Sample::logFiles);
        assertBounded("data files", samples, Sample::dataFiles);
        enough.set(true);
        sending.get(5, TimeUnit.MINUTES);
        Tables tables = new Tables(lake);
        Awaitility.await()
            .atMost(Duration.ofMinutes(10))
            .pollInterval(Duration.ofSeconds(1))
            .until(() -> tables.rows("latest", "id", "seq", "v").equals(feed.latest()));
        flink.stop();
        assertThat(tables.rows("latest", "id", "seq", "v")).isEqualTo(feed.latest());
        assertThat(tables.rows("p_quarantine", "position")).isEqualTo(feed.poisoned());
        System.out.printf("%,d events%n", feed.facts().size());
      }
    }
  }

  private static void sendSteadily(Feed feed, AtomicBoolean enough) {
    try {
      long start = System.nanoTime();
      for (int second = 1; !enough.get(); second++) {
        feed.send(EVENTS_PER_SECOND);
        waitUntil(start + TimeUnit.SECONDS.toNanos(second));
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void waitUntil(long nanoTime) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(nanoTime - System.nanoTime());
  }

  private static String kill(int minute, FlinkCluster flink, KafkaBroker kafka) throws Exception {
    switch (minute % 3) {
      case 1 -> {
        flink.killAndRestart("taskmanager-1");
        return "TaskManager";
      }
      case 2 -> {
        flink.killAndRestart("jobmanager");
        return "JobManager";
      }
      default -> {
        kafka.killAndRestart();
        return "Kafka";
      }
    }
  }

  /** The last third of the time is at most half above the first, which has the start in it. */
  private static void assertBounded(
      String what, List<Sample> samples, ToLongFunction<Sample> value) {
    int third = samples.size() / 3;
    long first = samples.subList(0, third).stream().mapToLong(value).max().orElse(0);
    long last =
        samples.subList(samples.size() - third, samples.size()).stream()
            .mapToLong(value)
            .max()
            .orElse(0);
    assertThat(last).as(what).isLessThanOrEqualTo(first + first / 2);
  }

  /**
   * How things are after a minute.
   *
   * @param commitMillis the median of what the commits of that minute took; -1 without any
   */
  private record Sample(
      long megabytes,
      long threads,
      long openFiles,
      long logFiles,
      long dataFiles,
      long version,
      long commitMillis) {

    /**
     * Looks now.
     *
     * @param seen milliseconds by version, of earlier minutes
     */
    static Sample of(long pid, Path table, Path home, Map<Long, Long> seen) throws IOException {
      Map<String, Long> status = new HashMap<>();
      for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
        Matcher value = Pattern.compile("(\\w+):\\s+(\\d+).*").matcher(line);
        if (value.matches()) {
          status.put(value.group(1), Long.valueOf(value.group(2)));
        }
      }
      List<Long> millis = newCommits(home, seen);
      return new Sample(
          status.get("VmRSS") / 1024,
          status.get("Threads"),
          files(Path.of("/proc/" + pid + "/fd")),
          files(table.resolve("_delta_log")),
          new Tables(table.getParent()).liveFiles("latest"),
          seen.keySet().stream().mapToLong(version -> version).max().orElse(0),
          millis.isEmpty() ? -1 : millis.get(millis.size() / 2));
    }

    /** What the commits took that the logs of the cluster tell of anew, sorted. */
    private static List<Long> newCommits(Path home, Map<Long, Long> seen) throws IOException {
      List<Long> millis = new ArrayList<>();
      try (Stream<Path> logs = Files.list(home.resolve("log"))) {
        for (Path log : logs.filter(file -> file.toString().endsWith(".log")).toList()) {
          for (String line : Files.readAllLines(log)) {
            Matcher commit = COMMIT.matcher(line);
            if (commit.find()
                && seen.put(Long.valueOf(commit.group(1)), Long.valueOf(commit.group(2))) == null) {
              millis.add(Long.valueOf(commit.group(2)));
            }
          }
        }
      }
      Collections.sort(millis);
      return millis;
    }

    private static long files(Path folder) throws IOException {
      try (Stream<Path> files = Files.list(folder)) {
        return files.count();
      }
    }

    @Override
    public String toString() {
      return "%5d %8d %6d %10d %11d %8d %10d"
          .formatted(megabytes, threads, openFiles, logFiles, dataFiles, version, commitMillis);
    }
  }
}
