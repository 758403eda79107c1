/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import dev.deltacdc.delta.OriginColumn;
import dev.deltacdc.functions.count.Counts;
import dev.deltacdc.functions.count.EventCounters;
import dev.deltacdc.functions.count.Step;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.Collector;

/**
 * From a Delta table's rows to those of a source: the columns as declared, and the origin. Where a
 * row was read is its file and its place there; a row that OPTIMIZE has moved has another one.
 */
final class DeltaRowsFunction extends ProcessFunction<RowData, RowData>
    implements CheckpointedFunction {
  private static final long serialVersionUID = 1L;

  /** What the rows that come have behind their columns. */
  static final List<OriginColumn> ORIGIN = List.of(OriginColumn.values());

  private final String source;
  private final List<RowData.FieldGetter> columns;
  private final int path;
  private final int index;
  private final int time;

  private transient EventCounters counters;
  private transient EventCounters.Count read;
  private transient StringData sourceName;

  /**
   * @param read type of the rows that come
   */
  DeltaRowsFunction(String source, SourceSchema schema, RowType read) {
    this.source = source;
    this.path = firstOfOrigin(read);
    this.index = path + ORIGIN.indexOf(OriginColumn.ROW_INDEX);
    this.time = path + ORIGIN.indexOf(OriginColumn.COMMIT_TIMESTAMP);
    this.columns = new ArrayList<>();
    int physical = 0;
    for (SourceColumn column : schema.columns()) {
      int field =
          column.isPhysical() ? physical++ : path + ORIGIN.indexOf(DeltaSettings.metadata(column));
      columns.add(RowData.createFieldGetter(read.getTypeAt(field), field));
    }
  }

  /** The first column of where rows are, {@link #ORIGIN}. */
  static int firstOfOrigin(RowType read) {
    return read.getFieldCount() - ORIGIN.size();
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    counters =
        EventCounters.restore(
            getRuntimeContext(), context.getOperatorStateStore(), Step.source(source));
    read = counters.counter(Counts.READ);
    sourceName = StringData.fromString(source);
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    counters.snapshot();
  }

  @Override
  public void processElement(RowData row, Context context, Collector<RowData> out) {
    read.increment();
    GenericRowData result = new GenericRowData(columns.size() + 1);
    for (int i = 0; i < columns.size(); i++) {
      result.setField(i, columns.get(i).getFieldOrNull(row));
    }
    result.setField(
        columns.size(),
        GenericRowData.of(
            sourceName, row.getString(path), row.getLong(index), null, row.getTimestamp(time, 3)));
    out.collect(result);
  }
}
