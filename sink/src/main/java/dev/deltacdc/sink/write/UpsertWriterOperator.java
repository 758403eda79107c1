/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.write;

import dev.deltacdc.delta.DataFile;
import dev.deltacdc.delta.FileIds;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.sink.index.IndexBootstrap;
import dev.deltacdc.sink.index.RowIndex;
import dev.deltacdc.sink.index.RowLocation;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.AbstractKeyedStateBackend;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.types.RowKind;

/**
 * Keeps the latest row per key and knows where every live row is. A flush writes the rows and turns
 * the places where they were into positions to delete, those in files of the same epoch included.
 */
public final class UpsertWriterOperator<K> extends WriterOperator {
  private static final long serialVersionUID = 1L;

  private static final long DAY_MILLIS = 86_400_000;

  private final KeySelector<RowData, K> selector;

  private transient RowBuffer<K> buffer;
  private transient RowIndex<K> index;
  private transient TypeSerializer<K> keySerializer;
  private transient int maxParallelism;
  private transient DayColumn days;
  private transient int firstDay;
  private transient ForgottenDays forgotten;

  /** Rows that will not change again; what is buffered for them is written first. */
  private transient List<FinalRow<K>> finals;

  private record FinalRow<K>(K key, int keyGroup) {}

  public UpsertWriterOperator(WriterSettings settings, KeySelector<RowData, K> selector) {
    super(settings);
    this.selector = selector;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    forgotten = new ForgottenDays(context.getOperatorStateStore());
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    forgotten.keep(keyGroups(), firstDay);
  }

  private KeyGroupRange keyGroups() {
    return ((AbstractKeyedStateBackend<?>) getKeyedStateBackend()).getKeyGroupRange();
  }

  @Override
  void open(TableSnapshot table) throws Exception {
    super.open(table);
    AbstractKeyedStateBackend<K> backend =
        (AbstractKeyedStateBackend<K>) this.<K>getKeyedStateBackend();
    index = new RowIndex<>(getKeyedStateStore(), backend);
    keySerializer = backend.getKeySerializer();
    maxParallelism = getRuntimeContext().getTaskInfo().getMaxNumberOfParallelSubtasks();
    buffer =
        new RowBuffer<>(
            settings.table().rowType(),
            settings.options().bufferRows(),
            settings.options().bufferMemory().getBytes(),
            !getExecutionConfig().isObjectReuseEnabled(),
            index.isOnHeap() ? null : new StateOrder<>(keySerializer));
    tableMetrics.buffer(buffer::rows, buffer::bytes);
    finals = new ArrayList<>();
    days = DayColumn.of(settings);
    firstDay = forgotten.firstDay(keyGroups());
    requireSame("key", KeyDescription.of(settings), KeyDescription.CHANGED);
    if (!initialised() && settings.refresh()) {
      startEmpty(table);
    } else if (!initialised()
        || StaleIndex.isMarked(table, settings, indexVersion(), restoredCheckpoint)) {
      bootstrap(table, backend);
    }
  }

  /** The table's rows are about to be replaced: none of them is to be found. */
  private void startEmpty(TableSnapshot table) throws Exception {
    index.clear();
    firstDay = RowLocation.NO_DAY;
    initialised(table.version());
  }

  /** Builds the index anew from the table's live rows. */
  private void bootstrap(TableSnapshot table, AbstractKeyedStateBackend<K> backend)
      throws Exception {
    long start = System.nanoTime();
    index.clear();
    int newestWindow = days.firstDay(table, settings.dayWindow());
    // A restored job replays the days that its state still kept, though the table has newer ones.
    firstDay = initialised() ? Math.min(firstDay, newestWindow) : newestWindow;
    long entries =
        new IndexBootstrap<>(
                index, selector, keySerializer, backend.getKeyGroupRange(), maxParallelism)
            .fill(
                table,
                file -> days.mayHold(file, firstDay),
                settings.table().rowType(),
                settings.keyColumns(),
                days::of,
                firstDay);
    initialised(table.version());
    tableMetrics.bootstrapped(System.nanoTime() - start, entries);
    LOG.info(
        "Index of {}: {} rows of version {} in {} ms",
        settings.name(),
        entries,
        table.version(),
        (System.nanoTime() - start) / 1_000_000);
  }

  @Override
  @SuppressWarnings("unchecked")
  public void processElement(StreamRecord<RowData> element) throws Exception {
    RowData row = element.getValue();
    if (row.getRowKind() == RowKind.UPDATE_BEFORE && !settings.forgetting()) {
      return;
    }
    int day = days.of(row);
    if (day < firstDay) {
      throw tooOld(day);
    }
    // A key may point into a row object that Flink uses again.
    K key = keySerializer.copy((K) getCurrentKey());
    int keyGroup = KeyGroupRangeAssignment.assignToKeyGroup(key, maxParallelism);
    switch (row.getRowKind()) {
      case UPDATE_BEFORE -> finals.add(new FinalRow<>(key, keyGroup));
      case DELETE -> buffer.delete(key, keyGroup);
      default -> buffer.upsert(key, keyGroup, row, day);
    }
    if (buffer.isFull() || finals.size() >= settings.options().bufferRows()) {
      flush();
    }
  }

  private SuppressRestartsException tooOld(int day) {
    return new SuppressRestartsException(
        new IllegalStateException(
            "A change to day "
                + java.time.LocalDate.ofEpochDay(day)
                + " of '"
                + settings.name()
                + "' came after that day left the window of "
                + settings.dayWindow()
                + " days (first day kept: "
                + java.time.LocalDate.ofEpochDay(firstDay)
                + "). Nothing was written. Widen the window, or keep such changes out."));
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    if (days.isPresent() && mark.getTimestamp() != Watermark.MAX_WATERMARK.getTimestamp()) {
      int day = (int) Math.floorDiv(mark.getTimestamp(), DAY_MILLIS) - settings.dayWindow();
      if (day > firstDay) {
        // What is buffered for those days still needs their entries.
        flush();
        index.forgetBefore(day);
        firstDay = day;
      }
    }
    super.processWatermark(mark);
  }

  @Override
  void flush() throws Exception {
    if (!buffer.isEmpty()) {
      writeChanges();
    }
    for (FinalRow<K> row : finals) {
      index.at(row.key(), row.keyGroup());
      index.remove();
    }
    finals.clear();
  }

  private void writeChanges() throws Exception {
    long start = System.nanoTime();
    List<RowBuffer.Change<K>> changes = buffer.drain();
    Map<Map<String, String>, List<RowBuffer.Change<K>>> partitions = new LinkedHashMap<>();
    for (RowBuffer.Change<K> change : changes) {
      index.at(change.key(), change.keyGroup());
      deleteOld(change);
      if (change.row() != null) {
        partitions
            .computeIfAbsent(files.partitionOf(change.row()), p -> new ArrayList<>())
            .add(change);
      }
    }
    for (Map.Entry<Map<String, String>, List<RowBuffer.Change<K>>> entry : partitions.entrySet()) {
      writePartition(entry.getKey(), entry.getValue());
    }
    tableMetrics.flushed(System.nanoTime() - start);
  }

  private void deleteOld(RowBuffer.Change<K> change) throws Exception {
    RowLocation old = index.get();
    if (old != null) {
      epoch.delete(old);
      tableMetrics.rowsDeleted.inc();
      if (change.row() == null) {
        index.remove();
      } else {
        epoch.update();
      }
    } else if (change.row() == null) {
      epoch.ignore();
      tableMetrics.deletesIgnored.inc();
    }
  }

  private void writePartition(Map<String, String> partition, List<RowBuffer.Change<K>> changes)
      throws Exception {
    List<RowData> rows = new ArrayList<>(changes.size());
    changes.forEach(change -> rows.add(change.row()));
    Iterator<RowBuffer.Change<K>> written = changes.iterator();
    for (DataFile file : write(partition, rows.iterator())) {
      long fileId = FileIds.of(file.path());
      for (int position = 0; position < file.numRecords(); position++) {
        RowBuffer.Change<K> change = written.next();
        index.at(change.key(), change.keyGroup());
        index.put(new RowLocation(fileId, position, change.day()));
      }
    }
    if (written.hasNext()) {
      throw new IllegalStateException(
          "The files of a flush of '" + settings.name() + "' have fewer rows than were written.");
    }
  }
}
