/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.expect;

import static java.util.Objects.requireNonNull;

import dev.deltacdc.functions.count.Counts;
import dev.deltacdc.functions.count.EventCounters;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.functions.event.EventOrigin;
import dev.deltacdc.functions.event.KeepsNoRows;
import dev.deltacdc.functions.event.MisfitException;
import dev.deltacdc.functions.event.PositionReader;
import dev.deltacdc.functions.event.RowFit;
import dev.deltacdc.functions.reject.OnInvalid;
import dev.deltacdc.functions.reject.RejectReason;
import dev.deltacdc.functions.reject.RejectedEvent;
import dev.deltacdc.functions.reject.Rejector;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;

/**
 * The rows of a view or an append table: those that meet its expectations, in the types of its
 * columns.
 *
 * <p>In: [columns][one BOOLEAN per expectation][origin, if any]. Out: the columns and, if the next
 * step wants it, the origin. Rejected rows go to {@link RejectedEvent#TAG}. Counts: read = applied
 * + dropped + rejected.
 *
 * <p>The rows may be changes. One that is taken back is dropped where it was dropped before, and
 * not counted again. The RowKind stays, but where rows may be dropped an update is a delete and an
 * insert, since one half of it may be missing.
 */
public final class ExpectationFunction extends ProcessFunction<RowData, RowData>
    implements CheckpointedFunction, ResultTypeQueryable<RowData>, KeepsNoRows {
  private static final long serialVersionUID = 1L;

  private final Step step;
  private final OnInvalid onInvalid;
  private final Expectations expectations;
  private final PositionReader positions;
  private final RowFit fit;
  private final boolean mayDrop;
  private final int columns;
  private final int keptOrigin;
  private final RowType outputType;

  private transient EventCounters counters;
  private transient EventCounters.Count read;
  private transient EventCounters.Count applied;
  private transient Rejector rejector;
  private transient ExpectationGate gate;

  /**
   * A step's expectations.
   *
   * @param step the view or flow, for counters and the quarantine table
   * @param source the name of what is read, for rows whose origin does not tell it
   * @param fit of the rows that come in into the columns that go out
   * @param expectations with the positions of their conditions
   * @param originField the position of {@link EventOrigin} in the rows that come in, or -1
   * @param keepOrigin whether it goes out as the last field
   * @param onInvalid what becomes of a value that does not fit its column
   */
  public ExpectationFunction(
      Step step,
      String source,
      RowFit fit,
      List<Expectation> expectations,
      int originField,
      boolean keepOrigin,
      OnInvalid onInvalid) {
    this.step = requireNonNull(step, "step");
    this.onInvalid = requireNonNull(onInvalid, "onInvalid");
    this.expectations = Expectations.of(expectations);
    this.mayDrop = this.expectations.mayDrop();
    this.fit = fit;
    this.columns = fit.to().getFieldCount();
    this.positions = PositionReader.of(fit.from(), columns, originField, source);
    this.keptOrigin = keepOrigin ? originField : -1;
    this.outputType = keptOrigin < 0 ? fit.to() : withOrigin(fit.to());
  }

  private static RowType withOrigin(RowType columnsType) {
    List<RowType.RowField> fields = new ArrayList<>(columnsType.getFields());
    fields.add(new RowType.RowField(EventOrigin.COLUMN, EventOrigin.TYPE));
    return new RowType(columnsType.isNullable(), fields);
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    counters = EventCounters.restore(getRuntimeContext(), context.getOperatorStateStore(), step);
    read = counters.counter(Counts.READ);
    applied = counters.counter(Counts.APPLIED);
    counters.counter(Counts.REJECTED);
    counters.counter(Counts.DROPPED);
    rejector = new Rejector(step.name(), onInvalid, positions, counters);
    gate = new ExpectationGate(expectations, rejector, counters);
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    counters.snapshot();
  }

  @Override
  public void processElement(RowData row, Context context, Collector<RowData> out) {
    if (row.getRowKind() == RowKind.UPDATE_BEFORE || row.getRowKind() == RowKind.DELETE) {
      takeBack(row, out);
      return;
    }
    read.increment();
    if (!gate.passes(row, rejected -> context.output(RejectedEvent.TAG, rejected))) {
      return;
    }
    GenericRowData result;
    try {
      result = fit.upsert(row);
    } catch (MisfitException e) {
      rejector.invalid(
          row,
          RejectReason.MISFIT,
          e.getMessage(),
          rejected -> context.output(RejectedEvent.TAG, rejected));
      return;
    }
    applied.increment();
    out.collect(withOrigin(result, row));
  }

  private void takeBack(RowData row, Collector<RowData> out) {
    if (expectations.drop(row)) {
      return;
    }
    try {
      out.collect(withOrigin(fit.upsert(row), row));
    } catch (MisfitException e) {
      throw new IllegalStateException(
          "A row of " + step + " is taken back that was refused when it came: " + e.getMessage(),
          e);
    }
  }

  private RowKind kind(RowData row) {
    if (!mayDrop) {
      return row.getRowKind();
    }
    return switch (row.getRowKind()) {
      case INSERT, UPDATE_AFTER -> RowKind.INSERT;
      case UPDATE_BEFORE, DELETE -> RowKind.DELETE;
    };
  }

  private RowData withOrigin(GenericRowData columnsRow, RowData row) {
    if (keptOrigin < 0) {
      columnsRow.setRowKind(kind(row));
      return columnsRow;
    }
    GenericRowData result = new GenericRowData(kind(row), columns + 1);
    for (int i = 0; i < columns; i++) {
      result.setField(i, columnsRow.getField(i));
    }
    if (!row.isNullAt(keptOrigin)) {
      result.setField(columns, row.getRow(keptOrigin, EventOrigin.TYPE.getFieldCount()));
    }
    return result;
  }

  /** The type of the rows that go out. */
  public RowType outputType() {
    return outputType;
  }

  @Override
  public TypeInformation<RowData> getProducedType() {
    return InternalTypeInfo.of(outputType);
  }
}
