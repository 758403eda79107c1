/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.write;

import dev.deltacdc.sink.index.RowLocation;
import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.base.array.LongPrimitiveArraySerializer;
import org.apache.flink.runtime.state.KeyGroupRange;

/**
 * Which days the index has forgotten, in state, for each subtask's key groups. An unaligned
 * checkpoint may be taken when the watermark that makes a day be forgotten has reached some
 * subtasks and is on its way to others, behind rows of that day; with another parallelism a subtask
 * then gets keys of both, and must still take those rows.
 */
final class ForgottenDays {

  /** First and last key group, and the first day that is not forgotten. */
  private final ListState<long[]> state;

  ForgottenDays(OperatorStateStore store) throws Exception {
    state =
        store.getUnionListState(
            new ListStateDescriptor<>("forgotten-days", LongPrimitiveArraySerializer.INSTANCE));
  }

  /** The earliest of the days restored for any of the key groups, else {@code NO_DAY}. */
  int firstDay(KeyGroupRange groups) throws Exception {
    long first = Long.MAX_VALUE;
    for (long[] entry : state.get()) {
      if (entry[0] <= groups.getEndKeyGroup() && entry[1] >= groups.getStartKeyGroup()) {
        first = Math.min(first, entry[2]);
      }
    }
    return first == Long.MAX_VALUE ? RowLocation.NO_DAY : (int) first;
  }

  void keep(KeyGroupRange groups, int firstDay) throws Exception {
    state.update(
        List.of(new long[] {groups.getStartKeyGroup(), groups.getEndKeyGroup(), firstDay}));
  }
}
