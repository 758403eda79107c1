/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import dev.deltacdc.functions.event.Versions;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyGroupStatePartitionStreamProvider;
import org.apache.flink.runtime.state.KeyedStateCheckpointOutputStream;

/**
 * The clock's marks in one subtask of the keyed operator: the one that its ids have reached, and
 * those that wait.
 *
 * <p>A subtask that still waits for its watermark is behind the others. When the job is then
 * restored with another parallelism, one subtask gets ids that have been walked and ids that have
 * not; so the reached mark is kept per key group, as raw keyed state. (Union state would do less,
 * and makes checkpoints fail while subtasks end at different times.)
 */
final class KeyGroupMarks {
  private static final int VERSION = 1;

  private final int maxParallelism;
  private final KeyGroupRange range;
  private final DayMark[] reached;
  private final Deque<Waiting> waiting = new ArrayDeque<>();

  /**
   * A mark that waits.
   *
   * @param whileIdle whether it holds while the input is idle: its subtask was when it was made, or
   *     nobody knows, because the job was restored since
   */
  private record Waiting(DayMark mark, boolean whileIdle) {
    /** An idle input holds no day open, but only the end of input is that. */
    boolean holds(long watermark, boolean idle) {
      return mark.afterWatermark() <= watermark
          || (idle && whileIdle && mark.afterWatermark() != Long.MAX_VALUE);
    }
  }

  KeyGroupMarks(KeyGroupRange range, int maxParallelism) {
    this.range = range;
    this.maxParallelism = maxParallelism;
    this.reached = new DayMark[range.getNumberOfKeyGroups()];
    Arrays.fill(reached, DayMark.START);
  }

  /** The mark that an id has reached. */
  DayMark of(Object key) {
    int group = KeyGroupRangeAssignment.assignToKeyGroup(key, maxParallelism);
    return reached[group - range.getStartKeyGroup()];
  }

  /** The mark that all ids have reached. */
  DayMark lowest() {
    DayMark lowest = reached[0];
    for (DayMark mark : reached) {
      lowest = mark.number() < lowest.number() ? mark : lowest;
    }
    return lowest;
  }

  /**
   * Lets a mark wait; one that is known already is ignored.
   *
   * @param whileIdle whether it holds while the input is idle
   */
  void add(DayMark mark, boolean whileIdle) {
    DayMark last = waiting.isEmpty() ? lowest() : waiting.getLast().mark();
    if (mark.number() > last.number()) {
      waiting.add(new Waiting(mark, whileIdle));
    }
  }

  /**
   * Takes the newest mark that holds at a watermark, and drops those before it: marks are
   * cumulative.
   *
   * @param idle whether the input has no events for now
   * @return null if none holds
   */
  DayMark takeAt(long watermark, boolean idle) {
    DayMark newest = null;
    for (Waiting each : waiting) {
      newest = each.holds(watermark, idle) ? each.mark() : newest;
    }
    if (newest != null) {
      long number = newest.number();
      waiting.removeIf(each -> each.mark().number() <= number);
    }
    return newest;
  }

  /** Says that all ids have reached a mark. */
  void reach(DayMark mark) {
    for (int i = 0; i < reached.length; i++) {
      reached[i] = mark.number() >= reached[i].number() ? mark : reached[i];
    }
  }

  void write(KeyedStateCheckpointOutputStream out) throws IOException {
    for (int group : range) {
      out.startNewKeyGroup(group);
      DataOutputStream data = new DataOutputStream(out);
      data.writeInt(VERSION);
      write(reached[group - range.getStartKeyGroup()], data);
      data.writeInt(waiting.size());
      for (Waiting each : waiting) {
        write(each.mark(), data);
      }
      data.flush();
    }
  }

  void read(Iterable<KeyGroupStatePartitionStreamProvider> groups) throws IOException {
    List<DayMark> restored = new ArrayList<>();
    for (KeyGroupStatePartitionStreamProvider group : groups) {
      DataInputStream data = new DataInputStream(group.getStream());
      Versions.requireKnown("a daily snapshot's days", data.readInt(), VERSION);
      reached[group.getKeyGroupId() - range.getStartKeyGroup()] = readMark(data);
      for (int marks = data.readInt(); marks > 0; marks--) {
        restored.add(readMark(data));
      }
    }
    // What one key group has reached, the others have reached or wait for.
    restored.sort((one, other) -> Long.compare(one.number(), other.number()));
    restored.forEach(mark -> add(mark, true));
  }

  private static void write(DayMark mark, DataOutputStream data) throws IOException {
    data.writeLong(mark.number());
    data.writeInt(mark.firstDay());
    data.writeInt(mark.closedDay());
    data.writeInt(mark.writtenDay());
    data.writeInt(mark.baselineDay());
    data.writeInt(mark.sweptDay());
    data.writeLong(mark.afterWatermark());
  }

  private static DayMark readMark(DataInputStream data) throws IOException {
    return new DayMark(
        data.readLong(),
        data.readInt(),
        data.readInt(),
        data.readInt(),
        data.readInt(),
        data.readInt(),
        data.readLong());
  }
}
