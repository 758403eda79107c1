/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions;

import dev.deltacdc.functions.count.EventCounters;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.RowKeySelector;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.accumulators.Accumulator;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;

/** What the tests of operators share: no Kryo, counters by name, state of all subtasks as one. */
public final class Harnesses {
  public static final int MAX_PARALLELISM = 128;

  private Harnesses() {}

  /** A harness in which a generic type fails. */
  public static <H extends AbstractStreamOperatorTestHarness<?>> H withoutKryo(H harness) {
    ((SerializerConfigImpl) harness.getExecutionConfig().getSerializerConfig())
        .setGenericTypes(false);
    return harness;
  }

  /** The sum (or whatever the accumulator is) that a client would see of one subtask, or null. */
  public static Object accumulator(
      AbstractStreamOperatorTestHarness<?> harness, Step step, String counter) {
    Accumulator<?, ?> accumulator =
        harness
            .getEnvironment()
            .getAccumulatorRegistry()
            .getUserMap()
            .get(EventCounters.accumulator(step, counter));
    return accumulator == null ? null : accumulator.getLocalValue();
  }

  /** A count of one subtask. */
  public static long count(
      AbstractStreamOperatorTestHarness<?> harness, Step step, String counter) {
    Object value = accumulator(harness, step, counter);
    return value == null ? 0 : (Long) value;
  }

  /** A count of all subtasks. */
  public static long count(
      List<? extends AbstractStreamOperatorTestHarness<?>> harnesses, Step step, String counter) {
    return harnesses.stream().mapToLong(harness -> count(harness, step, counter)).sum();
  }

  /** Sends events to the subtasks of their keys; what comes out, in that order. */
  public static List<ChangeEvent> send(
      List<? extends OneInputStreamOperatorTestHarness<ChangeEvent, ChangeEvent>> harnesses,
      RowKeySelector keys,
      ChangeEvent... events)
      throws Exception {
    List<ChangeEvent> out = new ArrayList<>();
    for (ChangeEvent event : events) {
      int subtask =
          KeyGroupRangeAssignment.assignKeyToParallelOperator(
              keys.getKey(event.row()), MAX_PARALLELISM, harnesses.size());
      OneInputStreamOperatorTestHarness<ChangeEvent, ChangeEvent> harness = harnesses.get(subtask);
      harness.processElement(event, 0);
      out.addAll(harness.extractOutputValues());
      harness.getOutput().clear();
    }
    return out;
  }

  /** Takes a checkpoint of all subtasks. */
  public static OperatorSubtaskState snapshot(
      List<? extends AbstractStreamOperatorTestHarness<?>> harnesses) throws Exception {
    OperatorSubtaskState[] states = new OperatorSubtaskState[harnesses.size()];
    for (int i = 0; i < states.length; i++) {
      harnesses.get(i).prepareSnapshotPreBarrier(1);
      states[i] = harnesses.get(i).snapshot(1, 1);
    }
    return AbstractStreamOperatorTestHarness.repackageState(states);
  }

  /** The part of a checkpoint that one subtask gets. */
  public static OperatorSubtaskState part(
      OperatorSubtaskState all, int oldParallelism, int newParallelism, int subtask) {
    return AbstractStreamOperatorTestHarness.repartitionOperatorState(
        all, MAX_PARALLELISM, oldParallelism, newParallelism, subtask);
  }
}
