/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.event.Truncate;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.Types;

/**
 * The truncates that still decide something (semantics: "truncate"). For the current state that is
 * the one with the greatest sequence. A snapshot's past days need more: a truncate counts from its
 * event time on, so one with a smaller sequence and an earlier time holds for the days between.
 * What is left is a staircase, like that of an id's versions: in ascending order of sequence and of
 * time. Without event times it has one step.
 *
 * <p>It does not depend on the order of arrival. It is bounded: of more than {@value #MOST} steps
 * those with the smallest sequences go, and the next step stands for them.
 */
final class Truncates {
  static final int MOST = 1000;

  private static final String STATE = "truncates";

  private final NavigableMap<Sequence, Truncate> steps = new TreeMap<>();

  /** Those of a checkpoint; none if its job had no flow that truncates. */
  static Truncates restore(OperatorStateStore store) throws Exception {
    Truncates truncates = new Truncates();
    if (store.getRegisteredBroadcastStateNames().contains(STATE)) {
      state(store).immutableEntries().forEach(entry -> truncates.add(entry.getValue()));
    }
    return truncates;
  }

  /** Writes them for a checkpoint; an order without truncates has no such state. */
  void snapshot(OperatorStateStore store) throws Exception {
    if (steps.isEmpty()) {
      return;
    }
    BroadcastState<String, Truncate> state = state(store);
    state.clear();
    for (Map.Entry<Sequence, Truncate> step : steps.entrySet()) {
      state.put(step.getKey().toString(), step.getValue());
    }
  }

  /**
   * Takes a truncate.
   *
   * @return whether it decides something that those before did not
   */
  boolean add(Truncate truncate) {
    Sequence at = truncate.at();
    Truncate next = removing(at);
    if (next != null && next.isNotLaterThan(truncate)) {
      return false;
    }
    for (Map.Entry<Sequence, Truncate> step = steps.floorEntry(at);
        step != null && truncate.isNotLaterThan(step.getValue());
        step = steps.floorEntry(at)) {
      steps.remove(step.getKey());
    }
    steps.put(at, truncate);
    if (steps.size() > MOST) {
      steps.pollFirstEntry();
    }
    return steps.containsKey(at);
  }

  /** The earliest of the truncates that remove an event with this sequence; null if none does. */
  @Nullable
  Truncate removing(Sequence sequence) {
    Map.Entry<Sequence, Truncate> step = steps.ceilingEntry(sequence);
    return step == null ? null : step.getValue();
  }

  /** The place right behind all events that a truncate removes; there is one. */
  Sequence end() {
    return steps.lastKey().next();
  }

  private static BroadcastState<String, Truncate> state(OperatorStateStore store) throws Exception {
    return store.getBroadcastState(
        new MapStateDescriptor<>(STATE, Types.STRING, Truncate.TAG.getTypeInfo()));
  }
}
