/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.Harnesses;
import dev.deltacdc.functions.count.Counts;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.ChangeEventTypeInfo;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.RowKeySelector;
import dev.deltacdc.functions.event.RowKeyTypeInfo;
import dev.deltacdc.functions.event.SequenceEncoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import javax.annotation.Nullable;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Events that wait in front of state on disk: what makes them go on, and that nothing else changes.
 */
class KeyOrderedBatchTest {

  private static final RowType TYPE = RowType.of(new BigIntType(), VarCharType.STRING_TYPE);
  private static final List<LogicalType> SEQUENCE = List.of(new BigIntType());
  private static final RowKeySelector KEYS = RowKeySelector.of(TYPE, List.of(0));
  private static final RowDataSerializer ROWS = new RowDataSerializer(TYPE);
  private static final Duration RETENTION = Duration.ofHours(1);

  private final SequenceEncoder sequences = SequenceEncoder.of(SEQUENCE);
  private @Nullable Harness harness;

  @AfterEach
  void close() throws Exception {
    if (harness != null) {
      harness.close();
    }
  }

  @Test
  void aBatchIsTakenByKeyGroupAndKeyAndKeepsTheOrderOfAKey() {
    KeyOrderedBatch batch = new KeyOrderedBatch(10, 1 << 20);
    add(batch, 7, 1, "a");
    add(batch, 3, 1, "b");
    add(batch, 9, 0, "c");
    add(batch, 3, 1, "d");
    assertThat(batch.take())
        .extracting(waiting -> waiting.event().getValue().row().getString(1).toString())
        .containsExactly("c", "b", "d", "a");
    assertThat(batch.take()).isEmpty();
  }

  /** Whose keys differ in their last bytes. */
  @Test
  void rowsWithConsecutiveNumbersAreSorted() {
    KeyOrderedBatch batch = new KeyOrderedBatch(100, 1 << 20);
    for (long key : new long[] {300, 2, 1L << 40, 70_000, 1}) {
      add(batch, key, 0, "v");
    }
    assertThat(batch.take())
        .extracting(waiting -> waiting.event().getValue().row().getLong(0))
        .containsExactly(1L, 2L, 300L, 70_000L, 1L << 40);
  }

  @Test
  void aBatchIsFullByEventsOrByBytesAndEmptyAfterwards() {
    KeyOrderedBatch batch = new KeyOrderedBatch(3, 1000);
    add(batch, 1, 0, "a");
    add(batch, 2, 0, "a");
    assertThat(batch.isFull()).isFalse();
    add(batch, 3, 0, "a");
    assertThat(batch.isFull()).isTrue();
    batch.take();
    assertThat(batch.isFull()).isFalse();
    add(batch, 1, 0, "a".repeat(2000));
    assertThat(batch.isFull()).isTrue();
    batch.take();
    assertThat(batch.isFull()).isFalse();
  }

  @Test
  void eventsWaitOnDiskAndNotOnTheHeap() throws Exception {
    start(new HashMapStateBackend(), null);
    send(upsert(1, "a", 5));
    assertThat(taken()).containsExactly("1a@5");
    close();
    start(new EmbeddedRocksDBStateBackend(), null);
    send(upsert(1, "a", 5));
    assertThat(taken()).isEmpty();
  }

  @Test
  void aBarrierAWatermarkAndTheEndTakeThem() throws Exception {
    start(new EmbeddedRocksDBStateBackend(), null);
    send(upsert(1, "a", 5));
    harness.prepareSnapshotPreBarrier(1);
    assertThat(taken()).containsExactly("1a@5");
    send(upsert(1, "b", 6));
    harness.processWatermark(10);
    assertThat(harness.getOutput())
        .as("the watermark comes behind them")
        .hasSize(2)
        .last()
        .isEqualTo(new Watermark(10));
    assertThat(taken()).containsExactly("1b@6");
    send(upsert(1, "c", 7));
    harness.getOperator().finish();
    assertThat(taken()).containsExactly("1c@7");
    assertThat(count(Counts.APPLIED)).isEqualTo(3);
  }

  @Test
  void aCheckpointHasTheirEffect() throws Exception {
    start(new EmbeddedRocksDBStateBackend(), null);
    send(upsert(1, "a", 5));
    harness.prepareSnapshotPreBarrier(1);
    OperatorSubtaskState state = harness.snapshot(1, 1);
    close();
    start(new EmbeddedRocksDBStateBackend(), state);
    send(upsert(1, "a", 5), upsert(1, "old", 4));
    harness.prepareSnapshotPreBarrier(2);
    assertThat(taken()).containsExactly("1old@4 stale");
  }

  /** The event came while the tombstone stood. */
  @Test
  void aTombstonesEndComesAfterTheEventsBeforeIt() throws Exception {
    start(new EmbeddedRocksDBStateBackend(), null);
    send(delete(1, 5));
    harness.prepareSnapshotPreBarrier(1);
    taken();
    send(upsert(1, "old", 4));
    harness.setProcessingTime(harness.getProcessingTime() + RETENTION.toMillis() + 2000);
    assertThat(taken()).containsExactly("1old@4 stale");
    send(upsert(1, "old", 4));
    harness.prepareSnapshotPreBarrier(2);
    assertThat(taken()).containsExactly("1old@4");
  }

  @Test
  void everyKeyHasTheEventsThatTheHeapGivesIt() throws Exception {
    Map<Long, List<String>> onHeap = random(new HashMapStateBackend());
    Map<Long, List<String>> onDisk = random(new EmbeddedRocksDBStateBackend());
    assertThat(onDisk).isEqualTo(onHeap);
    assertThat(onHeap).hasSizeGreaterThan(100);
  }

  private Map<Long, List<String>> random(StateBackend backend) throws Exception {
    start(backend, null);
    Random random = new Random(7);
    Map<Long, List<String>> byKey = new TreeMap<>();
    for (int i = 0; i < 5_000; i++) {
      long key = random.nextInt(200);
      long sequence = random.nextInt(50);
      send(
          random.nextInt(10) == 0
              ? delete(key, sequence)
              : upsert(key, "v" + random.nextInt(3), sequence));
      if (random.nextInt(500) == 0) {
        harness.prepareSnapshotPreBarrier(i);
      }
    }
    harness.getOperator().finish();
    for (ChangeEvent event : harness.extractOutputValues()) {
      byKey.computeIfAbsent(event.row().getLong(0), k -> new ArrayList<>()).add(text(event));
    }
    close();
    return byKey;
  }

  private static void add(KeyOrderedBatch batch, long key, int keyGroup, String value) {
    BinaryRowData row = row(key, value);
    batch.add(
        KEYS.getKey(row),
        keyGroup,
        new StreamRecord<>(
            ChangeEvent.upsert(
                row, SequenceEncoder.of(SEQUENCE).encode(GenericRowData.of(1L), 0))));
  }

  private static BinaryRowData row(long key, @Nullable String value) {
    return ROWS.toBinaryRow(GenericRowData.of(key, StringData.fromString(value))).copy();
  }

  private ChangeEvent upsert(long key, String value, long sequence) {
    return ChangeEvent.upsert(row(key, value), sequences.encode(GenericRowData.of(sequence), 0));
  }

  private ChangeEvent delete(long key, long sequence) {
    return ChangeEvent.delete(row(key, null), sequences.encode(GenericRowData.of(sequence), 0));
  }

  private void start(StateBackend backend, @Nullable OperatorSubtaskState state) throws Exception {
    harness = Harnesses.withoutKryo(new Harness());
    harness.setStateBackend(backend);
    harness.setProcessingTime(1_000_000_000L);
    harness.setup(ChangeEventTypeInfo.of(TYPE).createSerializer(new SerializerConfigImpl()));
    harness.initializeState(state == null ? OperatorSubtaskState.builder().build() : state);
    harness.open();
  }

  private void send(ChangeEvent... events) throws Exception {
    for (ChangeEvent event : events) {
      harness.processElement(new StreamRecord<>(event));
    }
  }

  private List<String> taken() {
    List<String> out = harness.extractOutputValues().stream().map(this::text).toList();
    harness.getOutput().clear();
    return out;
  }

  private String text(ChangeEvent event) {
    return event.row().getLong(0)
        + (event.delete() ? "-" : event.row().getString(1).toString())
        + "@"
        + sequences.decode(event.sequence()).getLong(0)
        + (event.stale() ? " stale" : "");
  }

  private long count(String counter) {
    return Harnesses.count(List.of(harness), Step.table("t"), counter);
  }

  private static final class Harness
      extends KeyedOneInputStreamOperatorTestHarness<RowKey, ChangeEvent, ChangeEvent> {
    private Harness() throws Exception {
      super(
          new OrderOperator(
              new OrderFunction(
                  new OrderOptions("t", TYPE, List.of(0), SEQUENCE, -1, false, RETENTION)),
              visitor -> {},
              List.of(new BigIntType()),
              SEQUENCE),
          KEYS.forEvents(),
          RowKeyTypeInfo.INSTANCE,
          Harnesses.MAX_PARALLELISM,
          1,
          0);
    }
  }
}
