/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.table.data.RowData;

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
 * <p>Each completed checkpoint becomes one commit; a checkpoint without changes makes none. The job
 * needs checkpointing; without it, a bounded job commits once, at its end.
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

  /** A DATE column of the table and a number of days before the watermark's day. */
  record DayWindow(String column, int days) implements java.io.Serializable {}

  private DeltaSink(DeltaTable table, List<String> keyColumns) {
    this.table = table;
    this.keyColumns = List.copyOf(keyColumns);
    this.name = table.path().substring(table.path().lastIndexOf('/') + 1);
    this.uid = "delta-" + name;
  }

  /** A sink that adds every row. */
  public static DeltaSink append(DeltaTable table) {
    return new DeltaSink(table, List.of());
  }

  /** A sink that keeps one row per value of the key columns. */
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
   * Creates the table or checks the existing one, then adds the sink's operators to the job.
   *
   * @throws dev.deltacdc.sink.table.TableException when path or table don't fit, with advice
   */
  public DataStreamSink<?> sinkTo(DataStream<RowData> rows) {
    throw new UnsupportedOperationException("not yet");
  }
}
