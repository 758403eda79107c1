/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.ours;

import dev.deltacdc.bench.common.Arguments;
import dev.deltacdc.bench.common.DeltaLog;
import dev.deltacdc.bench.common.RandomRows;
import dev.deltacdc.bench.common.Trial;
import dev.deltacdc.bench.common.TrialProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;

/**
 * Closes days of a daily snapshot: {@code rows=N changes=N mode=ALL state=rocksdb}, or {@code
 * mode=CHANGED}. The pipeline has a current-state table with so many keys and its snapshot. A
 * repetition sends changes within the open day, then changes of the next day, which close it.
 */
public final class SnapshotTrial implements Trial {

  private static final Duration CHECKPOINT_INTERVAL = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofMinutes(60);

  private final EmbeddedFlink flink;
  private final Path feed;
  private final Path current;
  private final Path daily;
  private final long rows;
  private final int changes;
  private final boolean all;
  private final RandomRows random;
  private int batches;
  private int day;
  private long currentVersion;

  private SnapshotTrial(Arguments arguments) throws Exception {
    rows = arguments.number("rows");
    changes = Math.toIntExact(arguments.number("changes"));
    all = arguments.text("mode").equals("ALL");
    random = new RandomRows(rows);
    feed = Files.createDirectories(arguments.work().resolve("feed"));
    current = arguments.work().resolve("lake/products");
    daily = arguments.work().resolve("lake/products_daily");
    Configuration configuration =
        EmbeddedFlink.configuration(arguments.work(), arguments.text("state"));
    configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, CHECKPOINT_INTERVAL);
    for (int i = 0; i < EmbeddedFlink.PARALLELISM; i++) {
      Files.createLink(feed.resolve("first-" + i + ".json"), BuildFeed.file(arguments, i));
    }
    flink = new EmbeddedFlink(configuration);
    flink.submit(EmbeddedPipeline.job(configuration, arguments.work(), pipeline()));
    currentVersion = 0;
    awaitCurrent(rows);
  }

  public static void main(String[] args) {
    TrialProcess.serve(args, SnapshotTrial::new);
  }

  private String pipeline() {
    return """
        SET 'snapshot.idle-timeout' = '1 s';
        CREATE TABLE feed (id STRING, name STRING, category STRING, stock INT, price DOUBLE, updated_at TIMESTAMP_LTZ(6))
          WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json', 'source.monitor-interval' = '100 ms');
        CREATE STREAMING TABLE products;
        CREATE FLOW products_cdc AS AUTO CDC INTO products FROM STREAM(feed) KEYS (id) SEQUENCE BY updated_at;
        CREATE SNAPSHOT TABLE products_daily SNAPSHOT OF products EVERY DAY
          EVENT TIME updated_at TIME ZONE 'UTC' START DATE '2026-01-01' ROWS %s LATE EVENTS 1 DAYS;
        """
        .formatted(all ? "ALL" : "CHANGED");
  }

  @Override
  public Map<String, Double> run() throws Exception {
    long quietStart = System.nanoTime();
    publish(100);
    double quiet = (awaitCurrent(changes) - quietStart) / 1e9;
    double quietCheckpoint = flink.longestCheckpoint(quietStart);

    long before = DeltaLog.newestVersion(daily);
    int closed = day;
    day++;
    long start = System.nanoTime();
    publish(0);
    double stream = (awaitCurrent(changes) - start) / 1e9;
    long expected = all || closed == 0 ? rows : 2L * changes;
    String partition = "\"snapshot_date\":\"" + ProductFeed.date(closed) + "\"";
    long end = awaitRows(daily, before, expected, line -> line.contains(partition));
    return Map.of(
        "seconds",
        (end - start) / 1e9,
        "streamSeconds",
        stream,
        "quietStreamSeconds",
        quiet,
        "longestCheckpointSeconds",
        flink.longestCheckpoint(start),
        "quietLongestCheckpointSeconds",
        quietCheckpoint,
        "rowsWritten",
        (double) expected);
  }

  /** Changes of the open day, in as many files as there are readers. */
  private void publish(int second) throws Exception {
    long[] numbers = random.next(changes);
    int parts = EmbeddedFlink.PARALLELISM;
    batches++;
    for (int i = 0; i < parts; i++) {
      long[] part = Arrays.copyOfRange(numbers, changes * i / parts, changes * (i + 1) / parts);
      ProductFeed.write(
          feed.resolve("batch-" + batches + "-" + i + ".json"),
          LongStream.of(part),
          batches,
          day,
          second);
    }
  }

  private long awaitCurrent(long expected) throws Exception {
    long end = awaitRows(current, currentVersion, expected, line -> true);
    currentVersion = DeltaLog.newestVersion(current);
    return end;
  }

  /** Waits until versions after a given one have added so many rows; gives the time. */
  private long awaitRows(Path table, long after, long expected, Predicate<String> which)
      throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    long version = after;
    long found = 0;
    while (found < expected) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(
            "After " + PATIENCE + " " + table + " had " + found + " rows of " + expected + ".");
      }
      flink.requireRunning();
      TimeUnit.MILLISECONDS.sleep(20);
      while (version < DeltaLog.newestVersion(table)) {
        version++;
        found += DeltaLog.rowsAdded(table, version, which);
      }
    }
    return System.nanoTime();
  }

  @Override
  public void close() throws Exception {
    flink.cancel();
    flink.close();
  }
}
