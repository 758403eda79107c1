/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.scd;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.EventLayout;
import dev.deltacdc.functions.history.HistoryOptions;
import dev.deltacdc.functions.history.HistoryPipeline;
import dev.deltacdc.functions.reject.RejectedEvent;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** The functions of a history (read, key, order, SCD 2), which is valid after each event. */
final class Scd2Pipeline implements CdcPipeline {
  private final OrderedFlows flows;
  private final HistoryPipeline history;

  /**
   * A history of flows of one layout.
   *
   * @param ignoreNulls per flow the columns in which it ignores NULLs
   */
  Scd2Pipeline(
      EventLayout layout,
      RowType target,
      List<Integer> tracked,
      List<List<Integer>> ignoreNulls,
      int parallelism)
      throws Exception {
    List<LogicalType> sequence = layout.sequenceTypes();
    HistoryOptions options =
        new HistoryOptions(
            OrderedFlows.FLOW,
            target,
            layout.keys(),
            sequence,
            sequence.size() == 1
                ? sequence.get(0)
                : RowType.of(sequence.toArray(LogicalType[]::new)),
            tracked,
            ignoreNulls.stream().anyMatch(columns -> !columns.isEmpty()),
            Duration.ofDays(7),
            OrderedFlows.RETENTION);
    flows = new OrderedFlows(layout, target, ignoreNulls, parallelism);
    history = new HistoryPipeline(options, parallelism);
  }

  @Override
  public void feed(RowData row) throws Exception {
    feed(0, row);
  }

  /** A row of a flow's query arrives. */
  void feed(int flow, RowData row) throws Exception {
    for (ChangeEvent event : flows.feed(flow, row)) {
      history.feed(event);
    }
  }

  @Override
  public void restart(int parallelism) throws Exception {
    flows.restart(parallelism);
    history.restart(parallelism, Duration.ZERO);
  }

  @Override
  public List<RowData> table() {
    return history.table();
  }

  @Override
  public List<RejectedEvent> rejected() {
    return Stream.concat(flows.rejected().stream(), history.rejected().stream()).toList();
  }

  @Override
  public long count(String counter) {
    return flows.count(counter);
  }

  @Override
  public void close() throws Exception {
    flows.close();
    history.close();
  }
}
