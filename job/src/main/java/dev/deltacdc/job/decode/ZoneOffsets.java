/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;

/**
 * The offset of a local time in a zone. In the hour that a clock change repeats it is the earlier
 * one (semantics: day); a time that a clock change skips has none.
 */
final class ZoneOffsets {

  /** The local time does not exist. */
  static final int NONE = Integer.MIN_VALUE;

  private static final int DAY = 86_400;

  private final ZoneId zone;
  private final ZoneRules rules;
  private final boolean fixed;
  private final int fixedOffset;

  // The offset of the last day seen, which is the next one's too in any feed that is nearly in
  // order.
  private long knownDay = Long.MIN_VALUE;
  private int knownOffset;

  ZoneOffsets(ZoneId zone) {
    this.zone = zone;
    this.rules = zone.getRules();
    this.fixed = rules.isFixedOffset();
    this.fixedOffset = fixed ? rules.getOffset(Instant.EPOCH).getTotalSeconds() : 0;
  }

  /** Seconds east of UTC at a local second since 1970-01-01T00:00; {@link #NONE} if skipped. */
  int at(long localSecond) {
    if (fixed) {
      return fixedOffset;
    }
    long day = Math.floorDiv(localSecond, DAY);
    if (day == knownDay) {
      return knownOffset;
    }
    List<ZoneOffset> offsets =
        rules.getValidOffsets(LocalDateTime.ofEpochSecond(localSecond, 0, ZoneOffset.UTC));
    if (offsets.isEmpty()) {
      return NONE;
    }
    int offset = offsets.get(0).getTotalSeconds();
    // One day more on both sides covers any offset: the day itself is then free of changes.
    ZoneOffsetTransition next = rules.nextTransition(Instant.ofEpochSecond((day - 1) * DAY));
    if (next == null || next.toEpochSecond() >= (day + 2) * DAY) {
      knownDay = day;
      knownOffset = offset;
    }
    return offset;
  }

  @Override
  public String toString() {
    return zone.getId();
  }
}
