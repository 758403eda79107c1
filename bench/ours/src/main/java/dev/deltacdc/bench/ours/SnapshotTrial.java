/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.ours;

import dev.deltacdc.bench.common.Arguments;
import dev.deltacdc.bench.common.RandomRows;
import dev.deltacdc.bench.common.Trial;
import dev.deltacdc.bench.common.TrialProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Closes days of a daily snapshot: {@code rows=N changes=N mode=ALL state=rocksdb}, or {@code
 * mode=CHANGED}. The pipeline has a current-state table with so many keys and its snapshot. A
 * repetition sends changes within the open day, then changes of the next day, which close it.
 */
public final class SnapshotTrial implements Trial {

  private static final Duration CHECKPOINT_INTERVAL = Duration.ofSeconds(1);

  /** Behind the events of the first load. */
  private static final int SECOND_OF_DAY = 3600;

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
  private long changesOfDay;

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
    StreamExecutionEnvironment job =
        EmbeddedPipeline.job(configuration, arguments.work(), pipeline());
    AddedRows loaded = new AddedRows(current, line -> true);
    flink.submit(job);
    loaded.await(rows, flink);
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
    double quiet = send();
    double quietCheckpoint = flink.longestCheckpoint(quietStart);

    long expected = all || day == 0 ? rows : changesOfDay;
    String partition = "\"snapshot_date\":\"" + ProductFeed.date(day) + "\"";
    AddedRows closed = new AddedRows(daily, line -> line.contains(partition));
    day++;
    changesOfDay = 0;
    long start = System.nanoTime();
    long startMillis = System.currentTimeMillis();
    double slowest = 0;
    do {
      slowest = Math.max(slowest, send());
    } while (closed.count() < expected);
    return Map.of(
        "seconds",
        (closed.newestMillis() - startMillis) / 1e3,
        "streamSeconds",
        slowest,
        "quietStreamSeconds",
        quiet,
        "longestCheckpointSeconds",
        flink.longestCheckpoint(start),
        "quietLongestCheckpointSeconds",
        quietCheckpoint,
        "rowsWritten",
        (double) expected);
  }

  /** Sends changes of the open day; gives the seconds until they are in the current-state table. */
  private double send() throws Exception {
    AddedRows added = new AddedRows(current, line -> true);
    long start = System.currentTimeMillis();
    publish();
    return (added.await(changes, flink) - start) / 1e3;
  }

  /** Changes of the open day, in as many files as there are readers. */
  private void publish() throws IOException {
    long[] numbers = random.next(changes);
    changesOfDay += changes;
    int parts = EmbeddedFlink.PARALLELISM;
    batches++;
    for (int i = 0; i < parts; i++) {
      long[] part = Arrays.copyOfRange(numbers, changes * i / parts, changes * (i + 1) / parts);
      ProductFeed.write(
          feed.resolve("batch-" + batches + "-" + i + ".json"),
          LongStream.of(part),
          batches,
          day,
          SECOND_OF_DAY);
    }
  }

  @Override
  public void close() throws Exception {
    flink.cancel();
    flink.close();
  }
}
