/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.index;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.KeyedStateStore;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;

/** The location of the live row of each key, in keyed state. */
public final class RowIndex<K> {

  private static final String STATE = "row-index";
  private static final int CHUNK = 65_536;

  private final KeyedStateBackend<K> backend;
  private final ValueState<RowLocation> state;

  public RowIndex(KeyedStateStore store, KeyedStateBackend<K> backend) {
    this.backend = backend;
    this.state = store.getState(new ValueStateDescriptor<>(STATE, RowLocationSerializer.INSTANCE));
  }

  /** Whether a look costs the same in any order of keys. */
  public boolean isOnHeap() {
    return backend instanceof HeapKeyedStateBackend;
  }

  /** Sets the key that the next calls are about. */
  public void at(K key, int keyGroup) {
    backend.setCurrentKeyAndKeyGroup(key, keyGroup);
  }

  public @Nullable RowLocation get() throws Exception {
    return state.value();
  }

  public void put(RowLocation location) throws Exception {
    state.update(location);
  }

  public void remove() {
    state.clear();
  }

  /** Removes every entry of this subtask. */
  public void clear() throws Exception {
    removeIf(location -> true);
  }

  /** Removes the entries of days before {@code day}; one pass over all entries. */
  public void forgetBefore(int day) throws Exception {
    removeIf(location -> location.day() != RowLocation.NO_DAY && location.day() < day);
  }

  private void removeIf(Predicate<RowLocation> condition) throws Exception {
    // A heap table must not be touched under its iterator, but its keys are in memory anyway; other
    // backends iterate over a snapshot, and their keys are copies: take them chunk by chunk.
    int chunk = isOnHeap() ? Integer.MAX_VALUE : CHUNK;
    List<K> seen = new ArrayList<>();
    try (Stream<K> keys = backend.getKeys(STATE, VoidNamespace.INSTANCE)) {
      for (Iterator<K> all = keys.iterator(); all.hasNext(); ) {
        seen.add(all.next());
        if (seen.size() >= chunk) {
          remove(seen, condition);
        }
      }
    }
    remove(seen, condition);
  }

  private void remove(List<K> keys, Predicate<RowLocation> condition) throws Exception {
    for (K key : keys) {
      backend.setCurrentKey(key);
      RowLocation location = state.value();
      if (location != null && condition.test(location)) {
        state.clear();
      }
    }
    keys.clear();
  }
}
