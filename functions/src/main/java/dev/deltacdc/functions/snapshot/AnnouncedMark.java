/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import java.io.Serializable;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * A mark on its way to the keyed operator, with the subtasks that were idle when the clock made it.
 * Only they take it while they are idle, without their watermark: one that has events again may
 * still look idle to the keyed operator, whose events come on another way than the mark.
 *
 * @param idle the bits of their numbers
 */
@SuppressWarnings("ArrayRecordComponent") // Flink's serializer for records sees only plain types
public record AnnouncedMark(DayMark mark, byte[] idle) implements Serializable {

  static AnnouncedMark of(DayMark mark, IntStream idleSubtasks) {
    BitSet bits = new BitSet();
    idleSubtasks.forEach(bits::set);
    return new AnnouncedMark(mark, bits.toByteArray());
  }

  boolean wasIdle(int subtask) {
    return BitSet.valueOf(idle).get(subtask);
  }
}
