/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.RowKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;

/**
 * Events that wait until there are some, to be taken in the order in which a state backend on disk
 * keeps their keys: by key group, then by bytes. A look that follows one at a neighbour finds the
 * way in the processor's cache, and the same block. Those of one key keep their order.
 *
 * <p>What is compared first is one number: faster than bytes behind two references.
 */
final class KeyOrderedBatch {

  /** Taken in some tenths of a second, for which a barrier waits. */
  private static final int MOST_EVENTS = 40_000;

  private static final long MOST_BYTES = 32L << 20;

  private static final int PREFIX_BYTES = 6;

  private static final Comparator<Waiting> BY_PLACE =
      Comparator.comparingLong(Waiting::place).thenComparing(Waiting::key);

  private final int mostEvents;
  private final long mostBytes;
  private final List<Waiting> events = new ArrayList<>();
  private long bytes;

  /** An event and its place in the order: the key group, and the first bytes of the key. */
  record Waiting(RowKey key, int keyGroup, long place, StreamRecord<ChangeEvent> event) {}

  KeyOrderedBatch() {
    this(MOST_EVENTS, MOST_BYTES);
  }

  /** A batch that is full with so many events, or bytes of their rows. */
  KeyOrderedBatch(int mostEvents, long mostBytes) {
    this.mostEvents = mostEvents;
    this.mostBytes = mostBytes;
  }

  /** Adds an event; it must not change any more. */
  void add(RowKey key, int keyGroup, StreamRecord<ChangeEvent> event) {
    events.add(new Waiting(key, keyGroup, place(key, keyGroup), event.copy(event.getValue())));
    bytes += size(event.getValue().row());
  }

  private static long place(RowKey key, int keyGroup) {
    byte[] keyBytes = key.bytes();
    long place = keyGroup;
    for (int i = 0; i < PREFIX_BYTES; i++) {
      place = place << 8 | (i < keyBytes.length ? keyBytes[i] & 0xff : 0);
    }
    return place;
  }

  /** Rows come over the network, in binary form. */
  private static long size(RowData row) {
    return row instanceof BinaryRowData binary ? binary.getSizeInBytes() : 0;
  }

  boolean isFull() {
    return events.size() >= mostEvents || bytes >= mostBytes;
  }

  /** Takes all events out, in order. */
  List<Waiting> take() {
    List<Waiting> all = new ArrayList<>(events);
    all.sort(BY_PLACE);
    events.clear();
    bytes = 0;
    return all;
  }
}
