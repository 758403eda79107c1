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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;

/**
 * The functions of a current-state table as they stand in a job (read, key, order, SCD 1) with a
 * map in place of the sink, and a restart with any parallelism at any point.
 */
public final class Scd1Pipeline implements AutoCloseable {
  public static final String FLOW = "flow";

  private final EventLayout layout;
  private final RowType target;
  private final RowKeySelector keys;
  private final ChangeEventSerializer network;
  private final RowDataSerializer rows;
  private final List<OneInputStreamOperatorTestHarness<RowData, ChangeEvent>> readers =
      new ArrayList<>();
  private final List<KeyedOneInputStreamOperatorTestHarness<RowKey, ChangeEvent, ChangeEvent>>
      orders = new ArrayList<>();
  private final Map<RowKey, RowData> table = new HashMap<>();
  private final List<RejectedEvent> rejected = new ArrayList<>();
  private int fed;

  public Scd1Pipeline(EventLayout layout, RowType target, int parallelism) throws Exception {
    this.layout = layout;
    this.target = target;
    this.keys = RowKeySelector.of(target, layout.keys());
    this.network = new ChangeEventSerializer(target);
    this.rows = new RowDataSerializer(target);
    OperatorSubtaskState nothing = OperatorSubtaskState.builder().build();
    start(nothing, nothing, 1, parallelism);
  }

  /** A row of the flow's query arrives. */
  public void feed(RowData row) throws Exception {
    OneInputStreamOperatorTestHarness<RowData, ChangeEvent> reader =
        readers.get(fed++ % readers.size());
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
    OperatorSubtaskState readerState = Harnesses.snapshot(readers);
    OperatorSubtaskState orderState = Harnesses.snapshot(orders);
    int before = readers.size();
    close();
    start(readerState, orderState, before, parallelism);
  }

  /** The rows of the table, in any order. */
  public List<RowData> table() {
    return List.copyOf(table.values());
  }

  public List<RejectedEvent> rejected() {
    return rejected;
  }

  public int parallelism() {
    return readers.size();
  }

  /** A counter of the reader or the order operator. */
  public long count(String counter) {
    return Harnesses.count(readers, Step.flow(FLOW), counter)
        + Harnesses.count(orders, Step.table(FLOW), counter);
  }

  @Override
  public void close() throws Exception {
    for (var reader : readers) {
      reader.close();
    }
    for (var order : orders) {
      order.close();
    }
    readers.clear();
    orders.clear();
  }

  private void start(
      OperatorSubtaskState readerState,
      OperatorSubtaskState orderState,
      int before,
      int parallelism)
      throws Exception {
    for (int i = 0; i < parallelism; i++) {
      ChangeEventOptions options =
          new ChangeEventOptions(FLOW, "feed", OnInvalid.QUARANTINE, null, Set.of());
      var reader =
          new OneInputStreamOperatorTestHarness<RowData, ChangeEvent>(
              new ProcessOperator<>(
                  new ChangeEventFunction(
                      layout, RowFit.of(layout.queryType(), target), List.of(), options)),
              Harnesses.MAX_PARALLELISM,
              parallelism,
              i);
      Harnesses.withoutKryo(reader).setup(network);
      reader.initializeState(Harnesses.part(readerState, before, parallelism, i));
      reader.open();
      readers.add(reader);
      var order =
          new KeyedOneInputStreamOperatorTestHarness<RowKey, ChangeEvent, ChangeEvent>(
              new KeyedProcessOperator<>(
                  new OrderFunction(FLOW, target, layout.sequenceTypes(), Duration.ofDays(2))),
              keys.forEvents(),
              RowKeyTypeInfo.INSTANCE,
              Harnesses.MAX_PARALLELISM,
              parallelism,
              i);
      Harnesses.withoutKryo(order).setup(network);
      order.initializeState(Harnesses.part(orderState, before, parallelism, i));
      order.open();
      orders.add(order);
    }
  }

  private void order(ChangeEvent event) throws Exception {
    int subtask =
        KeyGroupRangeAssignment.assignKeyToParallelOperator(
            keys.getKey(event.row()), Harnesses.MAX_PARALLELISM, orders.size());
    var order = orders.get(subtask);
    order.processElement(event, 0);
    for (ChangeEvent ordered : order.extractOutputValues()) {
      List<RowData> changes = new ArrayList<>();
      new Scd1Function(target).flatMap(ordered, new ListCollector<>(changes));
      changes.forEach(this::apply);
    }
    order.getOutput().clear();
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
