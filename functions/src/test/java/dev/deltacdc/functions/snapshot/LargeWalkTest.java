/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.RowKeySelector;
import dev.deltacdc.functions.event.RowKeyTypeInfo;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A close emits its rows as it goes. For figures run it with {@code -Dsnapshot.walk.ids=1000000}:
 * the heap of a test is 1 GB.
 */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class LargeWalkTest {
  private static final int IDS = Integer.getInteger("snapshot.walk.ids", 20_000);

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCloseHoldsNoRows(boolean changedRows) throws Exception {
    DailySnapshotOptions options =
        (changedRows ? Products.changedRows() : Products.allRows())
            .startDay(LocalDate.parse("2026-03-10"))
            .build();
    CountingOutput counted = new CountingOutput();
    try (KeyedTwoInputStreamOperatorTestHarness<RowKey, ChangeEvent, AnnouncedMark, RowData>
        harness =
            new KeyedTwoInputStreamOperatorTestHarness<>(
                new DailySnapshotOperator(options, "s"),
                RowKeySelector.of(Products.TYPE, List.of(0)).forEvents(),
                null,
                RowKeyTypeInfo.INSTANCE)) {
      harness.setOutputCreator(serializer -> counted);
      harness.open();
      long empty = usedBytes();
      for (int i = 0; i < IDS; i++) {
        harness.processElement1(
            new StreamRecord<>(Products.upsert("product-" + i, i, "2026-03-10", i)));
      }
      System.out.printf("%d ids, %d bytes of heap each%n", IDS, (usedBytes() - empty) / IDS);

      int first = Products.day("2026-03-10");
      for (int day = first; day < first + 3; day++) {
        long start = System.nanoTime();
        long rows = counted.rows;
        harness.processElement2(
            new StreamRecord<>(
                AnnouncedMark.of(
                    new DayMark(day, first, day, day, first, DayMark.NONE, Long.MIN_VALUE),
                    IntStream.empty())));
        System.out.printf(
            "Close with %d rows: %d ms%n",
            counted.rows - rows, Duration.ofNanos(System.nanoTime() - start).toMillis());
      }
    }

    assertThat(counted.rows).isEqualTo(changedRows ? IDS : 3L * IDS);
    assertThat(counted.watermarks).isEqualTo(3);
  }

  private static long usedBytes() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /** Keeps nothing. */
  private static final class CountingOutput implements Output<StreamRecord<RowData>> {
    private long rows;
    private long watermarks;

    @Override
    public void collect(StreamRecord<RowData> record) {
      rows++;
    }

    @Override
    public <X> void collect(OutputTag<X> tag, StreamRecord<X> record) {}

    @Override
    public void emitWatermark(Watermark watermark) {
      watermarks++;
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) {}

    @Override
    public void emitLatencyMarker(LatencyMarker marker) {}

    @Override
    public void emitRecordAttributes(RecordAttributes attributes) {}

    @Override
    public void emitWatermark(WatermarkEvent watermark) {}

    @Override
    public void close() {}
  }
}
