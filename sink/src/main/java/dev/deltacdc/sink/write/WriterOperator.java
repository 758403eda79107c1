/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.write;

import dev.deltacdc.delta.DataFile;
import dev.deltacdc.delta.DataFileWriter;
import dev.deltacdc.delta.HadoopRelease;
import dev.deltacdc.delta.TableException;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;

/**
 * What append and upsert writers share: the epoch. At each barrier everything buffered is written
 * and one result sent, also when empty; at the end of the input a final one, then nothing. Flink
 * calls {@link #prepareSnapshotPreBarrier} after {@link #endInput} too, and lets a subtask that had
 * ended before a restore end again.
 */
abstract class WriterOperator extends AbstractStreamOperator<WriterResult>
    implements OneInputStreamOperator<RowData, WriterResult>, BoundedOneInput {
  private static final long serialVersionUID = 1L;

  /** The index version of writers without index. */
  static final long NO_INDEX = -1;

  private static final String INDEX_VERSION = "index-version";
  private static final String TABLE_ID = "table-id";

  final WriterSettings settings;

  transient TableStore store;
  transient DataFileWriter files;
  transient EpochResult epoch;
  transient WriterMetrics tableMetrics;
  transient long restoredCheckpoint;
  private transient BroadcastState<String, Long> marks;
  private transient BroadcastState<String, String> texts;
  private transient String tableId;
  private transient long lastEpoch;
  private transient boolean ended;

  WriterOperator(WriterSettings settings) {
    this.settings = settings;
  }

  /** Writes out all that is buffered. */
  abstract void flush() throws Exception;

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    // Own broadcast state: isRestored() is also true for a new operator in a task that had state,
    // and without any state Flink would not tell the restored checkpoint.
    marks =
        context
            .getOperatorStateStore()
            .getBroadcastState(
                new MapStateDescriptor<>(
                    "writer", StringSerializer.INSTANCE, LongSerializer.INSTANCE));
    texts =
        context
            .getOperatorStateStore()
            .getBroadcastState(
                new MapStateDescriptor<>(
                    "writer-texts", StringSerializer.INSTANCE, StringSerializer.INSTANCE));
    restoredCheckpoint = context.getRestoredCheckpointId().orElse(0);
    lastEpoch = restoredCheckpoint;
  }

  @Override
  public void open() throws Exception {
    super.open();
    HadoopRelease.register(getRuntimeContext());
    epoch = new EpochResult();
    tableMetrics = new WriterMetrics(getMetricGroup(), settings.name());
    try {
      store = TableStore.open(settings.table().path(), settings.hadoop());
      TableSnapshot table = store.latest();
      table.requireTable(texts.get(TABLE_ID), settings.name());
      tableId = table.tableId();
      texts.put(TABLE_ID, tableId);
      open(table);
    } catch (TableException e) {
      throw e.stopping();
    }
  }

  /** Prepares for writing to the table. */
  void open(TableSnapshot table) throws Exception {
    long fileBytes = settings.options().targetFileSize().getBytes();
    files =
        settings.refresh()
            ? table.replacingDataFileWriter(settings.table(), settings.upsert(), fileBytes)
            : table.dataFileWriter(settings.table().rowType(), fileBytes);
  }

  /** Fails when the state has another text by this name, and keeps it. */
  void requireSame(String name, String text, String message) throws Exception {
    String known = texts.get(name);
    if (known != null && !known.equals(text)) {
      throw new SuppressRestartsException(
          new IllegalStateException(message.formatted(settings.name(), known, text)));
    }
    texts.put(name, text);
  }

  boolean initialised() throws Exception {
    return marks.contains(INDEX_VERSION);
  }

  long indexVersion() throws Exception {
    Long version = marks.get(INDEX_VERSION);
    return version == null ? NO_INDEX : version;
  }

  void initialised(long indexVersion) throws Exception {
    marks.put(INDEX_VERSION, indexVersion);
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    if (!ended) {
      flush();
      send(checkpointId);
    }
  }

  @Override
  public void endInput() throws Exception {
    flush();
    ended = true;
    send(lastEpoch + 1);
  }

  private void send(long epochId) throws Exception {
    lastEpoch = epochId;
    WriterResult result =
        epoch.finish(
            epochId,
            getRuntimeContext().getTaskInfo().getIndexOfThisSubtask(),
            getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks(),
            ended,
            tableId,
            indexVersion());
    output.collect(new StreamRecord<>(result));
  }

  /** Writes rows of one partition; the files are part of this epoch. */
  List<DataFile> write(Map<String, String> partition, Iterator<RowData> rows) {
    List<DataFile> written;
    try {
      written = files.write(partition, rows);
    } catch (TableException e) {
      throw e.stopping();
    }
    for (DataFile file : written) {
      epoch.add(file);
      tableMetrics.file(file);
    }
    return written;
  }
}
