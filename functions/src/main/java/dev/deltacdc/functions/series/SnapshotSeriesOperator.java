/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.series;

import dev.deltacdc.functions.count.Counts;
import dev.deltacdc.functions.count.EventCounters;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.ColumnMigration;
import dev.deltacdc.functions.event.ContentHash;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.RowKeySelector;
import dev.deltacdc.functions.event.RowText;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.order.ExistingRows;
import dev.deltacdc.functions.series.SeriesEntry.Pending;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.AbstractKeyedStateBackend;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the rows of each snapshot until a watermark says that it is complete; then walks the keys
 * and emits what it changed, by {@link SeriesEntry}. Nothing of a snapshot takes effect before.
 *
 * <p>A walk emits events as it goes; it holds the keys of the subtask, never their rows. It is one
 * step: no row and no barrier comes between, so that a version is in one checkpoint as a whole.
 *
 * <p>State per key: a hash of its row, and between a snapshot's first and last row the row too.
 * Broadcast state: the last version that was complete, which is the same in all subtasks at every
 * barrier.
 *
 * <p>Without state, the keys of the target are taken for those of the last snapshot, so that the
 * first one deletes what it lacks. A history has to be read again from where it begins.
 */
final class SnapshotSeriesOperator extends AbstractStreamOperator<ChangeEvent>
    implements OneInputStreamOperator<ChangeEvent, ChangeEvent> {
  private static final long serialVersionUID = 1L;

  private static final Logger SERIES_LOG = LoggerFactory.getLogger(SnapshotSeriesOperator.class);

  private static final MapStateDescriptor<String, byte[]> PROGRESS =
      new MapStateDescriptor<>(
          "series", Types.STRING, PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO);
  private static final String STARTED = "started";
  private static final String COMPLETE = "complete";

  private final SnapshotSeriesOptions options;
  @Nullable private final ExistingRows present;
  @Nullable private final ExistingRows begins;
  private final ContentHash contents;
  private final RowKeySelector keys;

  private transient RowDataSerializer rows;
  private transient ColumnMigration migration;
  private transient ValueStateDescriptor<PackedEntry> descriptor;
  private transient ValueState<PackedEntry> state;
  private transient BroadcastState<String, byte[]> progress;
  @Nullable private transient Sequence complete;
  @Nullable private transient Sequence begin;
  private transient EventCounters counters;
  private transient EventCounters.Count unchanged;

  SnapshotSeriesOperator(
      SnapshotSeriesOptions options,
      @Nullable ExistingRows present,
      @Nullable ExistingRows begins) {
    this.options = options;
    this.present = present;
    this.begins = begins;
    this.contents = ContentHash.of(options.rowType());
    this.keys = RowKeySelector.of(options.rowType(), options.keys());
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    rows = new RowDataSerializer(options.rowType());
    migration = new ColumnMigration(options.rowType());
    descriptor = new ValueStateDescriptor<>("series", new PackedEntrySerializer(options.rowType()));
    state = context.getKeyedStateStore().getState(descriptor);
    progress = context.getOperatorStateStore().getBroadcastState(PROGRESS);
    byte[] version = progress.get(COMPLETE);
    complete = version == null ? null : Sequence.of(version);
    counters =
        EventCounters.restore(
            getRuntimeContext(), context.getOperatorStateStore(), Step.flow(options.flow()));
    unchanged = counters.counter(Counts.UNCHANGED);
  }

  @Override
  public void open() throws Exception {
    super.open();
    if (progress.get(STARTED) == null) {
      learnKeys();
      progress.put(STARTED, new byte[0]);
    }
    if (complete == null && begins != null) {
      // Asked again until a version was complete: a restart in the first one must not forget it.
      begins.forEach(
          row -> {
            Sequence from = options.sequences().encode(row, 0);
            begin = begin == null || from.compareTo(begin) < 0 ? from : begin;
          });
    }
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    counters.snapshot();
  }

  @Override
  public void processElement(StreamRecord<ChangeEvent> element) throws Exception {
    ChangeEvent event = element.getValue();
    if (isComplete(event.sequence())) {
      unchanged.increment();
      return;
    }
    SeriesEntry entry = entry(state.value()).with(event.sequence(), event.row());
    // Of a location that is read again, a row may have gone from one file to another meanwhile;
    // such a reading is dropped, so it is refused only if it is complete.
    if (!options.isReread()) {
      requireOneRow(entry, (RowKey) getCurrentKey(), event.sequence());
    }
    state.update(PackedEntry.pack(entry, rows));
  }

  private void requireOneRow(SeriesEntry entry, RowKey key, Sequence version) {
    if (entry.isDuplicate(version)) {
      throw SeriesErrors.duplicateKey(options, options.text(version), text(key));
    }
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    if (mark.getTimestamp() == Watermark.MAX_WATERMARK.getTimestamp()) {
      // The end of the input, maybe in the middle of a snapshot, which completes none.
      super.processWatermark(mark);
      return;
    }
    Sequence version = options.sequence(mark.getTimestamp());
    if (!isComplete(version)) {
      if (complete == null && begin != null && begin.compareTo(version) < 0) {
        throw SeriesErrors.beginsLater(options, options.text(version), options.text(begin));
      }
      apply(version);
      complete = version;
      progress.put(COMPLETE, version.bytes());
    }
  }

  private boolean isComplete(Sequence version) {
    return complete != null && version.compareTo(complete) <= 0;
  }

  private void apply(Sequence version) throws Exception {
    long start = System.nanoTime();
    long[] changes = {0};
    backend()
        .applyToAllKeys(
            VoidNamespace.INSTANCE,
            VoidNamespaceSerializer.INSTANCE,
            descriptor,
            (key, packed) -> changes[0] += apply(key, entry(packed.value()), version));
    SERIES_LOG.info(
        "Snapshot {} of flow {}: {} changes of subtask {} in {} ms",
        options.text(version),
        options.flow(),
        changes[0],
        getRuntimeContext().getTaskInfo().getIndexOfThisSubtask(),
        (System.nanoTime() - start) / 1_000_000);
  }

  /** How many events it makes, at most one. */
  private int apply(RowKey key, SeriesEntry known, Sequence version) throws Exception {
    SeriesEntry entry = options.isReread() ? superseded(known, version) : known;
    Pending first = entry.first();
    if (first != null && first.version().compareTo(version) < 0) {
      throw new IllegalStateException(
          "flow "
              + options.flow()
              + " was not told the end of the snapshot "
              + options.text(first.version()));
    }
    if (first != null && first.version().equals(version)) {
      requireOneRow(entry, key, version);
      long hash = contents.hash(first.row(), false);
      boolean same = entry.present() && entry.hash() != null && entry.hash() == hash;
      if (same) {
        unchanged.increment();
      } else {
        // Emitted before the state's bytes, of which the row is a view, are replaced.
        emit(ChangeEvent.upsert(first.row(), version));
      }
      store(entry.completed(hash));
      return same ? 0 : 1;
    }
    if (!entry.present() || options.partial()) {
      if (entry.pending().size() < known.pending().size()) {
        store(entry);
      }
      return 0;
    }
    emit(ChangeEvent.delete(keys.rowOf(key), version));
    store(entry.missing());
    return 1;
  }

  /** Without the rows of readings that were broken off. */
  private SeriesEntry superseded(SeriesEntry known, Sequence version) {
    SeriesEntry entry = known.from(version);
    unchanged.add(known.pending().size() - entry.pending().size());
    return entry;
  }

  private void emit(ChangeEvent event) {
    output.collect(new StreamRecord<>(event));
  }

  private SeriesEntry entry(@Nullable PackedEntry packed) {
    return packed == null
        ? SeriesEntry.NONE
        : packed.migrate(migration).unpack(options.rowType().getFieldCount());
  }

  private void store(SeriesEntry entry) throws Exception {
    if (entry.isNone()) {
      state.clear();
    } else {
      state.update(PackedEntry.pack(entry, rows));
    }
  }

  private void learnKeys() throws Exception {
    if (present == null) {
      return;
    }
    int fields = options.keys().size();
    RowKeySelector alone = keysAlone();
    long[] learnt = {0};
    present.forEach(
        row -> {
          // No snapshot has a row with a NULL in its key.
          boolean nullKey = IntStream.range(0, fields).anyMatch(row::isNullAt);
          RowKey key = nullKey ? null : alone.getKey(row);
          if (key != null && isMine(key)) {
            setCurrentKey(key);
            state.update(PackedEntry.pack(SeriesEntry.FROM_TABLE, rows));
            learnt[0]++;
          }
        });
    SERIES_LOG.info("Flow {} learnt {} keys from its table", options.flow(), learnt[0]);
  }

  private boolean isMine(RowKey key) {
    TaskInfo task = getRuntimeContext().getTaskInfo();
    return KeyGroupRangeAssignment.assignKeyToParallelOperator(
            key, task.getMaxNumberOfParallelSubtasks(), task.getNumberOfParallelSubtasks())
        == task.getIndexOfThisSubtask();
  }

  private RowType keyType() {
    return new RowType(options.keys().stream().map(options.rowType().getFields()::get).toList());
  }

  /** The selector of rows that have the key's fields only. */
  private RowKeySelector keysAlone() {
    return RowKeySelector.of(keyType(), IntStream.range(0, options.keys().size()).boxed().toList());
  }

  private String text(RowKey key) {
    return RowText.of(keyType(), options.keys().size()).text(keysAlone().rowOf(key));
  }

  @SuppressWarnings("unchecked")
  private AbstractKeyedStateBackend<RowKey> backend() {
    return (AbstractKeyedStateBackend<RowKey>) (Object) getKeyedStateBackend();
  }
}
