/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.functions.snapshot.DayRule;
import dev.deltacdc.functions.watermark.EventTimeOptions;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import java.time.ZoneOffset;
import java.util.stream.Collectors;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.transformations.WithBoundedness;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * The watermarks by which snapshots close days. They are set anew for the change events, so that
 * those of the queries' own time attributes don't count: bounded input has none before its end, so
 * nothing in it is late, and neither is anything in what one triggered run reads; other input has
 * those of its event times.
 */
final class EventTimes {

  private EventTimes() {}

  /**
   * How events of a stream of rows make watermarks.
   *
   * @param column the position of the event time among the target's columns
   * @param type its type
   * @param originField the position of the origin in the rows, or -1
   * @param bounded whether there are none before the end of the input, or of a triggered run
   */
  static EventTimeOptions of(
      int column, LogicalType type, int originField, ResolvedPipeline pipeline, boolean bounded) {
    return new EventTimeOptions(
        // Any zone: watermarks are the same in all.
        DayRule.of(ZoneOffset.UTC, column, type),
        originField,
        pipeline.sources().stream()
            .filter(source -> "kafka".equals(source.options().get("connector")))
            .map(source -> source.name().toString())
            .collect(Collectors.toSet()),
        bounded ? null : pipeline.settings().snapshotIdleTimeout());
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
