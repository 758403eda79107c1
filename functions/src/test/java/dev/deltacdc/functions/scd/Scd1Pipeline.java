/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.scd;

import dev.deltacdc.functions.KeyedSubtasks;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.EventLayout;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.RowKeySelector;
import dev.deltacdc.functions.reject.RejectedEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;

/**
 * The functions of a current-state table as they stand in a job (read, key, order, SCD 1; a merge
 * where a flow ignores NULLs) with a map in place of the sink, and a restart with any parallelism
 * at any point.
 */
public final class Scd1Pipeline implements CdcPipeline {
  public static final String FLOW = OrderedFlows.FLOW;

  private final RowType target;
  private final RowKeySelector keys;
  private final RowDataSerializer rows;
  private final OrderedFlows flows;

  /** Without it, {@link Scd1Function} stands in its place. */
  @Nullable private final KeyedSubtasks merge;

  private final Map<RowKey, RowData> table = new HashMap<>();

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
    this.target = target;
    this.keys = RowKeySelector.of(target, layout.keys());
    this.rows = new RowDataSerializer(target);
    this.flows = new OrderedFlows(layout, target, ignoreNulls, parallelism);
    this.merge =
        flows.ignoresNulls()
            ? new KeyedSubtasks(
                () -> new Scd1MergeFunction(target, OrderedFlows.RETENTION),
                target,
                layout.keys(),
                target,
                parallelism)
            : null;
  }

  @Override
  public void feed(RowData row) throws Exception {
    feed(0, row);
  }

  /** A row of a flow's query arrives. */
  void feed(int flow, RowData row) throws Exception {
    for (ChangeEvent event : flows.feed(flow, row)) {
      changes(event).forEach(this::apply);
    }
  }

  @Override
  public void restart(int parallelism) throws Exception {
    flows.restart(parallelism);
    if (merge != null) {
      merge.restart(parallelism, Duration.ZERO);
    }
  }

  @Override
  public List<RowData> table() {
    return List.copyOf(table.values());
  }

  @Override
  public List<RejectedEvent> rejected() {
    return flows.rejected();
  }

  public int parallelism() {
    return flows.parallelism();
  }

  @Override
  public long count(String counter) {
    return flows.count(counter);
  }

  @Override
  public void close() throws Exception {
    flows.close();
    if (merge != null) {
      merge.close();
    }
  }

  private List<RowData> changes(ChangeEvent ordered) throws Exception {
    if (merge != null) {
      return merge.send(ordered);
    }
    List<RowData> changes = new ArrayList<>();
    new Scd1Function(target).flatMap(ordered, new ListCollector<>(changes));
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
