/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.validate;

import java.io.Serializable;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * Whether an event time can be taken by a snapshot: it is there, and not too far ahead of the wall
 * clock (semantics: "far future").
 */
final class EventTimeRule implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int field;
  private final int precision;
  private final boolean instant;
  private final Set<ZoneId> zones;
  @Nullable private final Duration maxAhead;

  EventTimeRule(int field, LogicalType type, Set<ZoneId> zones, @Nullable Duration maxAhead) {
    if (!type.is(LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE)
        && !type.is(LogicalTypeRoot.TIMESTAMP_WITHOUT_TIME_ZONE)) {
      throw new IllegalArgumentException(
          "EVENT TIME is a TIMESTAMP_LTZ or a TIMESTAMP, not " + type.asSummaryString());
    }
    this.field = field;
    this.precision = LogicalTypeChecks.getPrecision(type);
    this.instant = type.is(LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
    this.zones = Set.copyOf(zones);
    this.maxAhead = maxAhead;
  }

  boolean isMissing(RowData row) {
    return row.isNullAt(field);
  }

  /** With several zones, a wall clock is far ahead when it is in all of them. */
  boolean isFarFuture(RowData row, long wallClockMillis) {
    if (maxAhead == null) {
      return false;
    }
    TimestampData time = row.getTimestamp(field, precision);
    long latest = wallClockMillis + maxAhead.toMillis();
    if (instant) {
      return time.getMillisecond() > latest;
    }
    LocalDateTime wall = time.toLocalDateTime();
    return zones.stream().allMatch(zone -> wall.atZone(zone).toInstant().toEpochMilli() > latest);
  }
}
