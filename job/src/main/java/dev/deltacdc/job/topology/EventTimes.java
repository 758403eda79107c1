/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.snapshot.DayRule;
import java.time.ZoneOffset;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.transformations.WithBoundedness;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * The watermarks by which snapshots close days. They are set anew here, so that those of the
 * queries' own time attributes don't count: bounded input has none before its end, so nothing in it
 * is late; other input has those of its event times.
 */
final class EventTimes {

  private EventTimes() {}

  static DataStream<ChangeEvent> assign(
      DataStream<ChangeEvent> events, int column, LogicalType type, String uid) {
    // Any zone: watermarks are the same in all.
    DayRule day = DayRule.of(ZoneOffset.UTC, column, type);
    WatermarkStrategy<ChangeEvent> strategy =
        isBounded(events)
            ? WatermarkStrategy.noWatermarks()
            : WatermarkStrategy.forMonotonousTimestamps();
    return events
        .assignTimestampsAndWatermarks(
            strategy.withTimestampAssigner((event, before) -> day.eventMillis(event.row())))
        .name(uid + ": event times")
        .uid(uid + "/event-times");
  }

  /** Whether all sources that the stream comes from end by themselves. */
  static boolean isBounded(DataStream<?> stream) {
    return stream.getTransformation().getTransitivePredecessors().stream()
        .noneMatch(
            at ->
                at instanceof WithBoundedness source
                    && source.getBoundedness() == Boundedness.CONTINUOUS_UNBOUNDED);
  }
}
