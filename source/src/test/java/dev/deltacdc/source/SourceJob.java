/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source;

import dev.deltacdc.delta.TestTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.test.junit5.MiniClusterExtension;

/** Jobs that read a table, and what they read. */
final class SourceJob {

  private final Path directory;
  private int parallelism = 2;
  private @Nullable String savepoint;

  SourceJob(Path directory) {
    this.directory = directory;
  }

  static MiniClusterExtension cluster() {
    return new MiniClusterExtension(
        new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(4)
            .build());
  }

  SourceJob parallelism(int value) {
    this.parallelism = value;
    return this;
  }

  SourceJob from(String path) {
    this.savepoint = path;
    return this;
  }

  static DeltaSourceBuilder quick(Path table) {
    return DeltaSource.at(table.toString()).monitorInterval(Duration.ofMillis(20));
  }

  /** Rows of a table of ids and names, as {@link #text} has them. */
  static List<String> ids(int from, int to) {
    return IntStream.range(from, to).mapToObj(id -> id + "/n" + id).toList();
  }

  private StreamExecutionEnvironment environment() {
    Configuration config = new Configuration();
    config.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(30));
    config.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY, directory.resolve("chk").toUri().toString());
    config.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, 1000);
    config.set(PipelineOptions.GENERIC_TYPES, false);
    config.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    config.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 20);
    config.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(10));
    if (savepoint != null) {
      config.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    }
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(config);
    env.setParallelism(parallelism);
    env.setMaxParallelism(16);
    return env;
  }

  JobClient start(DeltaSource source) throws Exception {
    StreamExecutionEnvironment env = environment();
    RowType type = source.rowType();
    env.fromSource(source, WatermarkStrategy.noWatermarks(), "table")
        .uid("table")
        .map(row -> text(row, type))
        .returns(Types.STRING)
        .uid("text")
        .map(new ConfirmedRows())
        .uid("confirmed")
        .setParallelism(1)
        .sinkTo(new DiscardingSink<>())
        .uid("end");
    return env.executeAsync("read");
  }

  String stop(JobClient client) throws Exception {
    return client
        .stopWithSavepoint(
            false, directory.resolve("sp").toUri().toString(), SavepointFormatType.CANONICAL)
        .get(60, TimeUnit.SECONDS);
  }

  /** All rows of a bounded source. */
  List<String> read(DeltaSource source) throws Exception {
    List<String> rows = new ArrayList<>();
    RowType type = source.rowType();
    try (var all =
        environment()
            .fromSource(source, WatermarkStrategy.noWatermarks(), "table")
            .map(row -> text(row, type))
            .returns(Types.STRING)
            .executeAndCollect()) {
      all.forEachRemaining(rows::add);
    }
    return rows.stream().sorted().toList();
  }

  static String text(RowData row, RowType type) {
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < type.getFieldCount(); i++) {
      LogicalType field = type.getTypeAt(i);
      fields.add(String.valueOf(RowData.createFieldGetter(field, i).getFieldOrNull(row)));
    }
    return String.join("/", fields);
  }

  /** Appends rows in commits of their own. */
  static void append(TestTable table, int from, int to, int commits) {
    for (int i = 0; i < commits; i++) {
      int first = from + (to - from) * i / commits;
      table.append(TestTable.ids(first, from + (to - from) * (i + 1) / commits));
    }
  }
}
