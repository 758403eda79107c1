/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import dev.deltacdc.sink.commit.CommitListener;
import dev.deltacdc.sink.commit.CommitterOperator;
import dev.deltacdc.sink.commit.CommitterSettings;
import dev.deltacdc.sink.index.RowKeySelector;
import dev.deltacdc.sink.index.RowKeyTypeInfo;
import dev.deltacdc.sink.write.AppendWriterOperator;
import dev.deltacdc.sink.write.UpsertWriterOperator;
import dev.deltacdc.sink.write.WriterResult;
import dev.deltacdc.sink.write.WriterResultTypeInfo;
import dev.deltacdc.sink.write.WriterSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.streaming.api.datastream.DataStreamUtils;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.streaming.api.transformations.SourceTransformation;
import org.apache.flink.streaming.runtime.partitioner.GlobalPartitioner;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalTypeRoot;

/**
 * Writes a stream of {@link RowData} into a Delta table, exactly once per checkpoint.
 *
 * <pre>
 *            keyBy(key)                          one, aligned
 *   rows ──────────────► writer 1 … n ─────────────────────────► committer ──► Delta log
 *                         │  row index (keyed state)              │
 *                         └─► Parquet files                       └─► deletion vectors
 * </pre>
 *
 * <p>An <em>append</em> sink adds every row and accepts {@code INSERT} only. An <em>upsert</em>
 * sink keeps one row per key: {@code INSERT} and {@code UPDATE_AFTER} replace it, {@code DELETE}
 * removes it and needs the key columns only, {@code UPDATE_BEFORE} is ignored. A delete of an
 * unknown key has no effect.
 *
 * <pre>{@code
 * StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
 * env.enableCheckpointing(10_000);
 * DataStream<RowData> changes = ...;
 * DeltaSink.upsert(DeltaTable.of(path, type), List.of("id")).name("customers").sinkTo(changes);
 * env.execute();
 * }</pre>
 *
 * <p>Each completed checkpoint becomes one commit; a checkpoint without changes makes none. The job
 * needs checkpointing; without it, and in batch mode (append only), a bounded job commits once, at
 * its end. Restored from a checkpoint or savepoint, with any parallelism, the sink goes on exactly
 * where that one was. When the table moved on since, an upsert sink builds its index anew from the
 * table, and an append sink stops with advice. Exactly one upsert sink may write to a table: a
 * change of its rows by anybody else stops the job.
 */
public final class DeltaSink {

  private final DeltaTable table;
  private final List<String> keyColumns;
  private DeltaSinkOptions options = DeltaSinkOptions.defaults();
  private Map<String, String> hadoop = Map.of();
  private String name;
  private String uid;
  private @Nullable KeySelector<RowData, ?> keySelector;
  private @Nullable TypeInformation<?> keyType;
  private boolean prePartitioned;
  private @Nullable DayWindow dayWindow;
  private @Nullable DayWindow retention;
  private boolean refresh;
  private boolean together;
  private boolean forgetting;
  private CommitListener listener = CommitListener.none();

  /** A DATE column of the table and a number of days before the watermark's day. */
  record DayWindow(String column, int days) implements java.io.Serializable {}

  private DeltaSink(DeltaTable table, List<String> keyColumns) {
    this.table = keyColumns.isEmpty() ? table : table.withKeys(keyColumns);
    this.keyColumns = List.copyOf(keyColumns);
    this.name = table.path().substring(table.path().lastIndexOf('/') + 1);
    this.uid = "delta-" + name;
  }

  /** A sink that adds every row. */
  public static DeltaSink append(DeltaTable table) {
    return new DeltaSink(table, List.of());
  }

  /**
   * A sink that keeps one row per value of the key columns.
   *
   * @throws IllegalArgumentException without key columns
   */
  public static DeltaSink upsert(DeltaTable table, List<String> keyColumns) {
    if (keyColumns.isEmpty()) {
      throw new IllegalArgumentException(
          "An upsert sink needs key columns: " + table.path() + ". Name them, or use append.");
    }
    return new DeltaSink(table, keyColumns);
  }

  /**
   * The name of the flow: first part of the transaction id in the log, and the name in metrics,
   * accumulators and logs. Default: the last part of the path. Keep it across versions of a job.
   */
  public DeltaSink name(String value) {
    this.name = value;
    return this;
  }

  /** Prefix of the operators' uids, by which their state is found again. */
  public DeltaSink uid(String value) {
    this.uid = value;
    return this;
  }

  /** Buffers, file sizes and retries. Default: those of {@link DeltaSinkOptions}. */
  public DeltaSink options(DeltaSinkOptions value) {
    this.options = value;
    return this;
  }

  /** Hadoop settings for the table's file system, e.g. credentials. */
  public DeltaSink hadoop(Map<String, String> value) {
    this.hadoop = Map.copyOf(value);
    return this;
  }

  /**
   * How the key is taken from a row, instead of the sink's own compact key. The selector may touch
   * the key columns only: for a delete, and when the index is rebuilt, the others are NULL. Its
   * type is the state's key: a change of it needs a new state.
   */
  public <K> DeltaSink key(KeySelector<RowData, K> selector, TypeInformation<K> type) {
    this.keySelector = selector;
    this.keyType = type;
    return this;
  }

  /**
   * The stream is partitioned by exactly this key already, with the same parallelism: no second
   * shuffle. (As {@code DataStreamUtils.reinterpretAsKeyedStream}: a wrong promise loses rows.)
   */
  public DeltaSink prePartitioned() {
    this.prePartitioned = true;
    return this;
  }

  /**
   * The index forgets rows whose day is more than {@code days} before the watermark's day, which
   * bounds the state of tables that grow by a day. A change to an older day is then an error.
   *
   * @param dateColumn a DATE column that is part of the key
   */
  public DeltaSink dayWindow(String dateColumn, int days) {
    this.dayWindow = new DayWindow(dateColumn, days);
    return this;
  }

  /**
   * All rows that the operator before emits for one element are committed in one version, also with
   * unaligned checkpoints: no barrier overtakes them on the way to the writers.
   */
  public DeltaSink together() {
    this.together = true;
    return this;
  }

  /**
   * An UPDATE_BEFORE says that the row of its key will not change again, and the index forgets
   * where it is: for tables whose rows become final, such as histories, the state then is as large
   * as what may still change. (Without this an UPDATE_BEFORE means nothing.) A later change of that
   * key would add a second row.
   */
  public DeltaSink forgetOnUpdateBefore() {
    this.forgetting = true;
    return this;
  }

  /**
   * Removes partitions older than {@code days} before the watermark's day, by a commit of its own
   * that touches metadata only.
   *
   * @param dateColumn a DATE partition column
   */
  public DeltaSink retain(String dateColumn, int days) {
    this.retention = new DayWindow(dateColumn, days);
    return this;
  }

  /**
   * Whether a start without state replaces the table: the first commit removes all rows that the
   * table had when the job started, in one version with the first rows of the job, also when there
   * are none yet; and it makes columns, partitions, clustering, comments, properties and contract
   * those of the definition, where they differ. Until then readers see the table as it was, and
   * earlier versions stay readable.
   *
   * <p>Restored from a checkpoint or savepoint, a sink never does it again; it does it when that
   * state was taken before the first commit. A change of the table's files by anybody else between
   * the start and that commit stops the job.
   *
   * <p>Default: false. A start without state then goes on with the rows that are there: an upsert
   * sink updates them, an append sink obeys {@link DeltaSinkOptions#APPEND_EXISTING_ROWS}.
   */
  public DeltaSink refresh(boolean value) {
    this.refresh = value;
    return this;
  }

  /** Is told of every commit. */
  public DeltaSink reportTo(CommitReporter value) {
    return listener(CommitListener.reporting(value));
  }

  /** For tests: is told about the committer's steps. */
  DeltaSink listener(CommitListener value) {
    this.listener = value;
    return this;
  }

  /**
   * Creates the table or checks the existing one, which gets columns and contract that it lacks,
   * then adds the sink's operators to the job.
   *
   * @throws dev.deltacdc.delta.TableException when path or table don't fit, with advice
   * @throws IllegalArgumentException when settings of the sink or the job don't: unknown key
   *     columns, batch mode, a job without checkpoints
   */
  public DataStreamSink<?> sinkTo(DataStream<RowData> rows) {
    checkSettings();
    checkJob(rows.getExecutionEnvironment().getConfiguration());
    checkEnd(rows);
    prepareTable(TableStore.open(table.path(), hadoop));
    SingleOutputStreamOperator<WriterResult> writers = isUpsert() ? upsert(rows) : append(rows);
    writers.name("Delta writer: " + name).uid(uid + "/writer");
    return commit(writers);
  }

  private void prepareTable(TableStore store) {
    if (refresh) {
      store.createOrCheckReplaceable(table, isUpsert());
      return;
    }
    TableSnapshot existing = store.createOrCheck(table, isUpsert());
    if (retention != null) {
      existing.requireRemovable();
    }
  }

  private SingleOutputStreamOperator<WriterResult> append(DataStream<RowData> rows) {
    return rows.transform("", new WriterResultTypeInfo(), new AppendWriterOperator(writer()))
        .setParallelism(rows.getParallelism());
  }

  private SingleOutputStreamOperator<WriterResult> upsert(DataStream<RowData> rows) {
    if (keySelector == null) {
      RowKeySelector own =
          new RowKeySelector(table.rowType(), keyColumns, table.partitionColumns());
      return upsert(rows, own, new RowKeyTypeInfo());
    }
    return upsertWithGivenKey(rows, keySelector, keyType);
  }

  @SuppressWarnings("unchecked")
  private <K> SingleOutputStreamOperator<WriterResult> upsertWithGivenKey(
      DataStream<RowData> rows, KeySelector<RowData, K> selector, TypeInformation<?> type) {
    return upsert(rows, selector, (TypeInformation<K>) type);
  }

  private <K> SingleOutputStreamOperator<WriterResult> upsert(
      DataStream<RowData> rows, KeySelector<RowData, K> selector, TypeInformation<K> type) {
    UpsertWriterOperator<K> operator = new UpsertWriterOperator<>(writer(), selector);
    if (prePartitioned) {
      return DataStreamUtils.reinterpretAsKeyedStream(rows, selector, type)
          .transform("", new WriterResultTypeInfo(), operator)
          .setParallelism(rows.getParallelism());
    }
    KeyedStream<RowData, K> keyed = rows.keyBy(selector, type);
    if (together) {
      ((PartitionTransformation<RowData>) keyed.getTransformation())
          .getPartitioner()
          .disableUnalignedCheckpoints();
    }
    return keyed.transform("", new WriterResultTypeInfo(), operator);
  }

  /** One committer, to which a barrier never overtakes a result. */
  private DataStreamSink<?> commit(SingleOutputStreamOperator<WriterResult> writers) {
    GlobalPartitioner<WriterResult> toOne = new GlobalPartitioner<>();
    toOne.disableUnalignedCheckpoints();
    DataStream<WriterResult> results =
        new DataStream<>(
            writers.getExecutionEnvironment(),
            new PartitionTransformation<>(writers.getTransformation(), toOne));
    return results
        .transform("Delta committer: " + name, Types.VOID, new CommitterOperator(committer()))
        .uid(uid + "/committer")
        .setParallelism(1)
        .setMaxParallelism(1)
        .sinkTo(new DiscardingSink<>())
        .name("end")
        .uid(uid + "/end")
        .setParallelism(1);
  }

  private WriterSettings writer() {
    return new WriterSettings(
        table,
        name,
        keyColumns,
        refresh,
        options,
        hadoop,
        dayWindow == null ? null : dayWindow.column(),
        dayWindow == null ? 0 : dayWindow.days(),
        forgetting);
  }

  private CommitterSettings committer() {
    return new CommitterSettings(
        table,
        name,
        isUpsert(),
        refresh,
        options,
        hadoop,
        retention == null ? null : retention.column(),
        retention == null ? 0 : retention.days(),
        listener);
  }

  private boolean isUpsert() {
    return !keyColumns.isEmpty();
  }

  private void checkSettings() {
    if (dayWindow != null) {
      requireDate(dayWindow.column());
      require(
          keyColumns.contains(dayWindow.column()),
          "The day window's column '" + dayWindow.column() + "' must be one of the key columns.");
    }
    if (retention != null) {
      requireDate(retention.column());
      require(
          table.partitionColumns().contains(retention.column()),
          "Retention removes whole partitions, but '"
              + retention.column()
              + "' is not a partition column.");
      require(
          !isUpsert() || (dayWindow != null && dayWindow.days() <= retention.days()),
          "Retention of an upsert table needs a day window that is not longer: a change to a"
              + " removed day could not be applied.");
    }
  }

  private void requireDate(String column) {
    int index = table.rowType().getFieldIndex(column);
    require(
        index >= 0 && table.rowType().getTypeAt(index).is(LogicalTypeRoot.DATE),
        "Column '" + column + "' must be a DATE column of the table.");
  }

  private void checkJob(ReadableConfig config) {
    if (config.get(ExecutionOptions.RUNTIME_MODE) != RuntimeExecutionMode.STREAMING) {
      require(
          !isUpsert(),
          "An upsert sink needs 'execution.runtime-mode' = 'STREAMING': batch mode keeps no state,"
              + " in which the sink has where the rows are. Bounded input ends in that mode, too.");
      return;
    }
    require(
        config.get(CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH),
        "The Delta sink needs '"
            + CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH.key()
            + "' = 'true': without a checkpoint after the end of its input, a bounded job's last"
            + " rows would never be committed.");
  }

  /** Without checkpoints nothing is committed before the end of the input: there must be one. */
  private void checkEnd(DataStream<RowData> rows) {
    boolean unbounded =
        rows.getTransformation().getTransitivePredecessors().stream()
            .anyMatch(
                at ->
                    at instanceof SourceTransformation<?, ?, ?> source
                        && source.getBoundedness() == Boundedness.CONTINUOUS_UNBOUNDED);
    Duration interval =
        rows.getExecutionEnvironment()
            .getConfiguration()
            .getOptional(CheckpointingOptions.CHECKPOINTING_INTERVAL)
            .orElse(Duration.ZERO);
    require(
        !unbounded || !interval.isZero(),
        "The input of '"
            + name
            + "' has no end, and the job makes no checkpoints: nothing would ever be committed. Set"
            + " '"
            + CheckpointingOptions.CHECKPOINTING_INTERVAL.key()
            + "', e.g. to '10 s', before the sink is added.");
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
