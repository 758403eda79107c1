/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.job.resolve.Changelog;
import dev.deltacdc.job.resolve.ResolvedFlow;
import dev.deltacdc.job.resolve.ResolvedTarget;
import dev.deltacdc.sink.DeltaSink;
import dev.deltacdc.sink.DeltaSinkOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.data.RowData;

/**
 * The table of a materialized view whose rows change.
 *
 * <pre>
 *   query ─► expectations ─┬────────────────────────────────┬─► upsert sink
 *                          └─► changes put in order by key ─┘
 * </pre>
 */
final class ViewTable {

  private final ResolvedTarget target;
  private final ResolvedFlow.View flow;
  private final Lake lake;
  private final DeltaSinkOptions sinkOptions;
  private final CheckedRows checked;
  private final Recording recording;

  ViewTable(
      ResolvedTarget target,
      ResolvedFlow.View flow,
      Lake lake,
      DeltaSinkOptions sinkOptions,
      CheckedRows checked,
      Recording recording) {
    this.target = target;
    this.flow = flow;
    this.lake = lake;
    this.sinkOptions = sinkOptions;
    this.checked = checked;
    this.recording = recording;
  }

  /**
   * Writes the table; returns its rows for those that read it, with the bytes of their key where
   * changes are put in order by it.
   *
   * @param relations of the flow's generation
   * @param read whether another query reads it
   * @param flowUid of the query's operators
   * @param tableUid of the sink's
   */
  DataStream<RowData> sink(Relations relations, boolean read, String flowUid, String tableUid) {
    DataStream<RowData> rows =
        checked.ofView(relations.plan(flow, flowUid, accepted(read)), flow, target, flowUid);
    if (!flow.materialize()) {
      write(rows, tableUid);
      return rows;
    }
    DataStream<RowData> byKey =
        relations.byKey(flow, target, KeyBytes.added(rows, target, flowUid), flowUid);
    write(KeyBytes.leftOut(byKey, target, flowUid), tableUid);
    return byKey;
  }

  private void write(DataStream<RowData> rows, String tableUid) {
    recording
        .of(DeltaSink.upsert(OutputTable.of(target, lake).table(), target.tableKeys()))
        .name(target.name().toString())
        .uid(tableUid + "/sink")
        .hadoop(lake.hadoop())
        .options(sinkOptions)
        .refresh(true) // at a start without state, which on a cluster only the sink knows
        .together()
        .sinkTo(rows);
  }

  /** The row from before an update is needed by all but the table. */
  private Changelog accepted(boolean read) {
    if (flow.insertOnly()) {
      return Changelog.INSERT_ONLY;
    }
    return read || flow.leavesRowsOut() || flow.materialize()
        ? Changelog.RETRACT
        : Changelog.UPSERT;
  }
}
