/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import dev.deltacdc.sink.commit.CommitListener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.annotation.Nullable;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.CloseableIterator;

/** Builds the job of the sink's tests: feed, failing map, sink. */
public final class TestJob {

  /** {@link TestEvent#TYPE} with one column more. */
  public static final RowType NOTED =
      RowType.of(
          new LogicalType[] {
            new IntType(),
            new VarCharType(VarCharType.MAX_LENGTH),
            new VarCharType(VarCharType.MAX_LENGTH),
            new IntType()
          },
          new String[] {"id", "note", "part", "amount"});

  final Configuration config = new Configuration();
  final Path table;
  TestFeed feed;
  int parallelism = 2;
  boolean append;
  boolean partitioned = true;
  boolean refresh;

  /** The sink works on the {@link FaultyFileSystem}. */
  boolean faulty;

  /** With a column note, between id and part, that is 'new' in every row that is written. */
  boolean noted;

  boolean reuseRows;
  Map<String, String> properties = Map.of();
  boolean unbounded;

  /** A batch follows on the barrier of the one before, not on its checkpoint's completion. */
  boolean ahead;

  /** In one task with the writer, keyed by id. */
  @Nullable MapFunction<RowData, RowData> beforeWriter;

  CommitListener listener = new TestFaults.Listener();
  DeltaSinkOptions options = smallBuffers();

  TestJob(Path directory, TestFeed feed) {
    this.table = directory.resolve("table");
    this.feed = feed;
    config.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(50));
    config.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY, directory.resolve("chk").toUri().toString());
    config.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, 1000);
    config.set(PipelineOptions.GENERIC_TYPES, false);
    config.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    config.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 5);
    config.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(10));
  }

  private static RowData noted(RowData row) {
    GenericRowData noted = new GenericRowData(row.getRowKind(), 4);
    noted.setField(0, row.getInt(0));
    if (row.getRowKind() != RowKind.DELETE) {
      noted.setField(1, StringData.fromString("new"));
      noted.setField(2, row.getString(1));
      noted.setField(3, row.getInt(2));
    }
    return noted;
  }

  /** Several flushes in an epoch. */
  public static DeltaSinkOptions smallBuffers() {
    Configuration small = new Configuration();
    small.set(DeltaSinkOptions.BUFFER_ROWS, 7);
    small.set(DeltaSinkOptions.VECTOR_CACHE, MemorySize.parse("1kb"));
    small.set(DeltaSinkOptions.COMMIT_BACK_OFF, Duration.ofMillis(1));
    return DeltaSinkOptions.from(small);
  }

  DeltaTable deltaTable() {
    DeltaTable definition =
        DeltaTable.of((faulty ? "faulty:" : "") + table, noted ? NOTED : TestEvent.TYPE)
            .partitionedBy(partitioned ? List.of("part") : List.of());
    for (Map.Entry<String, String> property : properties.entrySet()) {
      definition = definition.withProperty(property.getKey(), property.getValue());
    }
    return definition;
  }

  StreamExecutionEnvironment build() {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(config);
    env.setParallelism(parallelism);
    env.setMaxParallelism(16);
    if (reuseRows) {
      env.getConfig().enableObjectReuse();
    }
    DataStream<RowData> rows =
        env.addSource(
                new TestSource(feed, reuseRows, unbounded, ahead),
                "feed",
                InternalTypeInfo.of(TestEvent.TYPE))
            .uid("feed")
            .map(new TestFaults.FaultyMap())
            .returns(InternalTypeInfo.of(TestEvent.TYPE))
            .uid("faults");
    if (noted) {
      rows = rows.map(TestJob::noted).returns(InternalTypeInfo.of(NOTED)).uid("notes");
    }
    DeltaSink sink =
        append ? DeltaSink.append(deltaTable()) : DeltaSink.upsert(deltaTable(), List.of("id"));
    if (beforeWriter != null) {
      KeySelector<RowData, Integer> byId = row -> row.getInt(0);
      rows =
          rows.keyBy(byId)
              .map(beforeWriter)
              .returns(InternalTypeInfo.of(TestEvent.TYPE))
              .uid("before-writer");
      if (!append) {
        sink.key(byId, Types.INT).prePartitioned();
      }
    }
    if (faulty) {
      sink.hadoop(FaultyFileSystem.settings());
    }
    sink.name("test").uid("sink").options(options).refresh(refresh).listener(listener).sinkTo(rows);
    return env;
  }

  void run() throws Exception {
    build().execute("test");
  }

  /** Runs until the table has all of the feed, then stops with a savepoint; returns its path. */
  String runAndStop(Path savepoints) throws Exception {
    unbounded = true;
    JobClient client = build().executeAsync("test");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!hasAll()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("after 60 s the job is " + client.getJobStatus().get());
      }
      TestFaults.awaitPublished();
    }
    return client
        .stopWithSavepoint(false, savepoints.toUri().toString(), SavepointFormatType.CANONICAL)
        .get(60, TimeUnit.SECONDS);
  }

  private boolean hasAll() throws Exception {
    TableSnapshot newest = TableStore.open(table.toString(), Map.of()).latest();
    return newest.rowType().getFieldNames().containsAll(TestEvent.TYPE.getFieldNames())
        && rows(newest).equals(feed.expectedRows());
  }

  /** All live rows, sorted by id; duplicates stay. */
  List<String> rows() throws Exception {
    return rows(TableStore.open(table.toString(), Map.of()).latest());
  }

  public static List<String> rows(TableSnapshot snapshot) throws Exception {
    List<RowData> found = new ArrayList<>();
    try (CloseableIterator<RowData> rows = snapshot.rows(List.of("id", "part", "amount"))) {
      rows.forEachRemaining(found::add);
    }
    return found.stream()
        .sorted(java.util.Comparator.comparingInt(row -> row.getInt(0)))
        .map(row -> row.getInt(0) + "/" + row.getString(1) + "/" + row.getInt(2))
        .toList();
  }
}
