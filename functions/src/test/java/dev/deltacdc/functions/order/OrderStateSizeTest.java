/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.Harnesses;
import dev.deltacdc.functions.HeapGrowth;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.ChangeEventTypeInfo;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.RowKeySelector;
import dev.deltacdc.functions.event.RowKeyTypeInfo;
import dev.deltacdc.functions.event.SequenceEncoder;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;

/** The figures that {@link OrderFunction} states. */
class OrderStateSizeTest {
  private static final int KEYS = 100_000;
  private static final RowType TYPE = RowType.of(new BigIntType());
  private static final List<LogicalType> SEQUENCE = List.of(new BigIntType());

  @Test
  void aKeyTakesTheStatedBytesOnTheHeap() throws Exception {
    SequenceEncoder sequences = SequenceEncoder.of(SEQUENCE);
    try (var harness =
        new KeyedOneInputStreamOperatorTestHarness<RowKey, ChangeEvent, ChangeEvent>(
            new KeyedProcessOperator<>(
                new OrderFunction(
                    new OrderOptions(
                        "t", TYPE, List.of(0), SEQUENCE, -1, false, Duration.ofDays(2)))),
            RowKeySelector.of(TYPE, List.of(0)).forEvents(),
            RowKeyTypeInfo.INSTANCE,
            Harnesses.MAX_PARALLELISM,
            1,
            0)) {
      Harnesses.withoutKryo(harness)
          .setup(ChangeEventTypeInfo.of(TYPE).createSerializer(new SerializerConfigImpl()));
      harness.open();
      long bytes =
          HeapGrowth.bytes(
              KEYS,
              step -> {
                for (long key = (long) step * KEYS; key < (step + 1L) * KEYS; key++) {
                  GenericRowData row = GenericRowData.of(key);
                  harness.processElement(ChangeEvent.upsert(row, sequences.encode(row, 0)), 0);
                  harness.getOutput().clear();
                }
              });
      assertThat(bytes).isBetween(110L, 185L);
    }
  }
}
