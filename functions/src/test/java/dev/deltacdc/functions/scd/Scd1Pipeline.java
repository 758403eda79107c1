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
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.RowKeySelector;
import dev.deltacdc.functions.event.RowKeyTypeInfo;
import dev.deltacdc.functions.order.OrderFunction;
import dev.deltacdc.functions.reject.OnInvalid;
import dev.deltacdc.functions.reject.RejectedEvent;
import dev.deltacdc.functions.validate.ChangeEventFunction;
import dev.deltacdc.functions.validate.ChangeEventOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;

/**
 * The functions of a current-state table as they stand in a job (read, key, order, SCD 1; a merge
 * where a flow ignores NULLs) with a map in place of the sink, and a restart with any parallelism
 * at any point.
 */
public final class Scd1Pipeline implements AutoCloseable {
  public static final String FLOW = "flow";

  private static final Duration RETENTION = Duration.ofDays(2);

  private final EventLayout layout;
  private final RowType target;
  private final RowKeySelector keys;
  private final ChangeEventSerializer network;
  private final RowDataSerializer rows;
  private final List<List<Integer>> ignoreNulls;

  /** By flow, then by subtask. */
  private final List<List<OneInputStreamOperatorTestHarness<RowData, ChangeEvent>>> readers =
      new ArrayList<>();

  private final List<KeyedOneInputStreamOperatorTestHarness<RowKey, ChangeEvent, ChangeEvent>>
      orders = new ArrayList<>();

  /** Without any, {@link Scd1Function} stands in their place. */
  private final List<KeyedOneInputStreamOperatorTestHarness<RowKey, ChangeEvent, RowData>> merges =
      new ArrayList<>();

  private final Map<RowKey, RowData> table = new HashMap<>();
  private final List<RejectedEvent> rejected = new ArrayList<>();
  private int fed;

  public Scd1Pipeline(EventLayout layout, RowType target, int parallelism) throws Exception {
    this(layout, target, List.of(List.of()), parallelism);
  }

  /**
   * The same with several flows.
   *
   * @param ignoreNulls per flow the columns in which it ignores NULLs
   */
  Scd1Pipeline(EventLayout layout, RowType target, List<List<Integer>> ignoreNulls, int parallelism)
      throws Exception {
    this.ignoreNulls = ignoreNulls;
    this.layout = layout;
    this.target = target;
    this.keys = RowKeySelector.of(target, layout.keys());
    this.network = new ChangeEventSerializer(target);
    this.rows = new RowDataSerializer(target);
    OperatorSubtaskState nothing = OperatorSubtaskState.builder().build();
    start(Collections.nCopies(ignoreNulls.size(), nothing), nothing, nothing, 1, parallelism);
  }

  /** A row of the (first) flow's query arrives. */
  public void feed(RowData row) throws Exception {
    feed(0, row);
  }

  /** A row of a flow's query arrives. */
  void feed(int flow, RowData row) throws Exception {
    OneInputStreamOperatorTestHarness<RowData, ChangeEvent> reader =
        readers.get(flow).get(fed++ % parallelism());
    reader.processElement(row, 0);
    for (ChangeEvent event : reader.extractOutputValues()) {
      order(network.copy(event));
    }
    reader.getOutput().clear();
    var side = reader.getSideOutput(RejectedEvent.TAG);
    if (side != null) {
      side.stream().map(StreamRecord::getValue).forEach(rejected::add);
      side.clear();
    }
  }

  /** A checkpoint, a failure right after it, and a restart. */
  public void restart(int parallelism) throws Exception {
    List<OperatorSubtaskState> readerStates = new ArrayList<>();
    for (var flow : readers) {
      readerStates.add(Harnesses.snapshot(flow));
    }
    OperatorSubtaskState orderState = Harnesses.snapshot(orders);
    OperatorSubtaskState mergeState =
        merges.isEmpty() ? OperatorSubtaskState.builder().build() : Harnesses.snapshot(merges);
    int before = parallelism();
    close();
    start(readerStates, orderState, mergeState, before, parallelism);
  }

  /** The rows of the table, in any order. */
  public List<RowData> table() {
    return List.copyOf(table.values());
  }

  public List<RejectedEvent> rejected() {
    return rejected;
  }

  public int parallelism() {
    return orders.size();
  }

  /** A counter of the readers or the order operator. */
  public long count(String counter) {
    return readers.stream().mapToLong(flow -> Harnesses.count(flow, Step.flow(FLOW), counter)).sum()
        + Harnesses.count(orders, Step.table(FLOW), counter);
  }

  @Override
  public void close() throws Exception {
    for (var flow : readers) {
      for (var reader : flow) {
        reader.close();
      }
    }
    for (var order : orders) {
      order.close();
    }
    for (var merge : merges) {
      merge.close();
    }
    readers.clear();
    orders.clear();
    merges.clear();
  }

  private void start(
      List<OperatorSubtaskState> readerStates,
      OperatorSubtaskState orderState,
      OperatorSubtaskState mergeState,
      int before,
      int parallelism)
      throws Exception {
    for (int flow = 0; flow < readerStates.size(); flow++) {
      readers.add(new ArrayList<>());
      for (int i = 0; i < parallelism; i++) {
        var reader = reader(ignoreNulls.get(flow), parallelism, i);
        open(reader, network, Harnesses.part(readerStates.get(flow), before, parallelism, i));
        readers.get(flow).add(reader);
      }
    }
    for (int i = 0; i < parallelism; i++) {
      var order =
          keyed(new OrderFunction(FLOW, target, layout.sequenceTypes(), RETENTION), parallelism, i);
      open(order, network, Harnesses.part(orderState, before, parallelism, i));
      orders.add(order);
      if (ignoreNulls.stream().anyMatch(columns -> !columns.isEmpty())) {
        var merge = keyed(new Scd1MergeFunction(target, RETENTION), parallelism, i);
        open(merge, rows, Harnesses.part(mergeState, before, parallelism, i));
        merges.add(merge);
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

  private <T> KeyedOneInputStreamOperatorTestHarness<RowKey, ChangeEvent, T> keyed(
      KeyedProcessFunction<RowKey, ChangeEvent, T> function, int parallelism, int subtask)
      throws Exception {
    return new KeyedOneInputStreamOperatorTestHarness<>(
        new KeyedProcessOperator<>(function),
        keys.forEvents(),
        RowKeyTypeInfo.INSTANCE,
        Harnesses.MAX_PARALLELISM,
        parallelism,
        subtask);
  }

  private static <T> void open(
      AbstractStreamOperatorTestHarness<T> harness,
      TypeSerializer<T> out,
      OperatorSubtaskState state)
      throws Exception {
    Harnesses.withoutKryo(harness).setup(out);
    harness.initializeState(state);
    harness.open();
  }

  private void order(ChangeEvent event) throws Exception {
    int subtask =
        KeyGroupRangeAssignment.assignKeyToParallelOperator(
            keys.getKey(event.row()), Harnesses.MAX_PARALLELISM, orders.size());
    var order = orders.get(subtask);
    order.processElement(event, 0);
    for (ChangeEvent ordered : order.extractOutputValues()) {
      changes(network.copy(ordered), subtask).forEach(this::apply);
    }
    order.getOutput().clear();
  }

  private List<RowData> changes(ChangeEvent ordered, int subtask) throws Exception {
    List<RowData> changes = new ArrayList<>();
    if (merges.isEmpty()) {
      new Scd1Function(target).flatMap(ordered, new ListCollector<>(changes));
    } else {
      merges.get(subtask).processElement(ordered, 0);
      changes.addAll(merges.get(subtask).extractOutputValues());
      merges.get(subtask).getOutput().clear();
    }
    return changes;
  }

  private void apply(RowData change) {
    RowKey key = keys.getKey(change);
    if (change.getRowKind() == RowKind.DELETE) {
      table.remove(key);
    } else {
      table.put(key, rows.toBinaryRow(change).copy());
    }
  }
}
