/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.scd;

import dev.deltacdc.functions.Harnesses;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.ChangeEventSerializer;
import dev.deltacdc.functions.event.EventLayout;
import dev.deltacdc.functions.event.RowFit;
import dev.deltacdc.functions.event.Truncate;
import dev.deltacdc.functions.order.OrderOptions;
import dev.deltacdc.functions.order.OrderSubtasks;
import dev.deltacdc.functions.reject.OnInvalid;
import dev.deltacdc.functions.reject.RejectedEvent;
import dev.deltacdc.functions.validate.ChangeEventFunction;
import dev.deltacdc.functions.validate.ChangeEventOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * The flows into a target up to its order, as they stand in a job, with a restart with any
 * parallelism at any point.
 */
public final class OrderedFlows implements AutoCloseable {
  public static final String FLOW = "flow";
  static final Duration RETENTION = Duration.ofDays(2);

  private final EventLayout layout;
  private final RowType target;
  private final List<List<Integer>> ignoreNulls;
  private final ChangeEventSerializer network;
  private final OrderSubtasks order;
  private final List<RejectedEvent> rejected = new ArrayList<>();

  /** By flow, then by subtask. */
  private final List<List<OneInputStreamOperatorTestHarness<RowData, ChangeEvent>>> readers =
      new ArrayList<>();

  private int fed;

  /**
   * Flows of one layout.
   *
   * @param ignoreNulls per flow the columns in which it ignores NULLs
   */
  public OrderedFlows(
      EventLayout layout, RowType target, List<List<Integer>> ignoreNulls, int parallelism)
      throws Exception {
    this.layout = layout;
    this.target = target;
    this.ignoreNulls = ignoreNulls;
    this.network = new ChangeEventSerializer(target);
    OrderOptions options =
        new OrderOptions(
            FLOW, target, layout.keys(), layout.sequenceTypes(), -1, ignoresNulls(), RETENTION);
    this.order = new OrderSubtasks(options, layout.hasTruncate(), parallelism);
    OperatorSubtaskState nothing = OperatorSubtaskState.builder().build();
    start(Collections.nCopies(ignoreNulls.size(), nothing), 1, parallelism);
  }

  boolean ignoresNulls() {
    return ignoreNulls.stream().anyMatch(columns -> !columns.isEmpty());
  }

  /** A row of a flow's query arrives; the events that the order gives. */
  public List<ChangeEvent> feed(int flow, RowData row) throws Exception {
    OneInputStreamOperatorTestHarness<RowData, ChangeEvent> reader =
        readers.get(flow).get(fed++ % parallelism());
    reader.processElement(row, 0);
    List<ChangeEvent> ordered = new ArrayList<>();
    for (ChangeEvent event : reader.extractOutputValues()) {
      ordered.addAll(order.send(network.copy(event)));
    }
    reader.getOutput().clear();
    var truncates = reader.getSideOutput(Truncate.TAG);
    if (truncates != null) {
      for (StreamRecord<Truncate> truncate : truncates) {
        ordered.addAll(order.truncate(truncate.getValue()));
      }
      truncates.clear();
    }
    var side = reader.getSideOutput(RejectedEvent.TAG);
    if (side != null) {
      side.stream().map(StreamRecord::getValue).forEach(rejected::add);
      side.clear();
    }
    return ordered;
  }

  /** A checkpoint, a failure right after it, and a restart. */
  public void restart(int parallelism) throws Exception {
    List<OperatorSubtaskState> states = new ArrayList<>();
    for (var flow : readers) {
      states.add(Harnesses.snapshot(flow));
    }
    int before = parallelism();
    closeReaders();
    start(states, before, parallelism);
    order.restart(layout.hasTruncate(), parallelism);
  }

  public List<RejectedEvent> rejected() {
    return rejected;
  }

  public int parallelism() {
    return order.parallelism();
  }

  /** A counter of the readers or the order operator. */
  public long count(String counter) {
    return readers.stream().mapToLong(flow -> Harnesses.count(flow, Step.flow(FLOW), counter)).sum()
        + order.count(counter);
  }

  @Override
  public void close() throws Exception {
    closeReaders();
    order.close();
  }

  private void closeReaders() throws Exception {
    for (var flow : readers) {
      for (var reader : flow) {
        reader.close();
      }
    }
    readers.clear();
  }

  private void start(List<OperatorSubtaskState> states, int before, int parallelism)
      throws Exception {
    for (int flow = 0; flow < states.size(); flow++) {
      readers.add(new ArrayList<>());
      for (int i = 0; i < parallelism; i++) {
        var reader = reader(ignoreNulls.get(flow), parallelism, i);
        Harnesses.withoutKryo(reader).setup(network);
        reader.initializeState(Harnesses.part(states.get(flow), before, parallelism, i));
        reader.open();
        readers.get(flow).add(reader);
      }
    }
  }

  private OneInputStreamOperatorTestHarness<RowData, ChangeEvent> reader(
      List<Integer> ignored, int parallelism, int subtask) throws Exception {
    ChangeEventOptions options =
        new ChangeEventOptions(FLOW, "feed", OnInvalid.QUARANTINE, null, Set.of(), ignored);
    return new OneInputStreamOperatorTestHarness<>(
        new ProcessOperator<>(
            new ChangeEventFunction(
                layout, RowFit.of(layout.queryType(), target), List.of(), options)),
        Harnesses.MAX_PARALLELISM,
        parallelism,
        subtask);
  }
}
