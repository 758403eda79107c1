/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.functions.count.Step;
import dev.deltacdc.functions.event.EventOrigin;
import dev.deltacdc.functions.event.RowFit;
import dev.deltacdc.functions.expect.Expectation;
import dev.deltacdc.functions.expect.ExpectationFunction;
import dev.deltacdc.functions.reject.OnInvalid;
import dev.deltacdc.job.resolve.ResolvedExpectation;
import dev.deltacdc.job.resolve.ResolvedFlow;
import dev.deltacdc.job.resolve.ResolvedTarget;
import dev.deltacdc.job.resolve.ResolvedView;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;

/** The rows of views and append flows that meet their expectations, in their declared types. */
final class CheckedRows {

  private final OnInvalid onInvalid;
  private final Rejects rejects;

  CheckedRows(OnInvalid onInvalid, Rejects rejects) {
    this.onInvalid = onInvalid;
    this.rejects = rejects;
  }

  /** A view's rows, with their origin if the view has it. */
  DataStream<RowData> ofView(DataStream<RowData> rows, ResolvedView view, String uid) {
    boolean origin = view.scan().hasOrigin();
    RowType out = view.scan().rowType();
    RowType columns =
        origin ? new RowType(out.getFields().subList(0, out.getFieldCount() - 1)) : out;
    return check(
        rows,
        Step.view(view.name().toString()),
        view.name().toString(),
        RowFit.of(rowType(rows), columns),
        view.expectations(),
        origin,
        true,
        onInvalid,
        uid);
  }

  /**
   * An append flow's rows for its table.
   *
   * @param keepOrigin whether they keep their origin, for those that read the table
   */
  DataStream<RowData> ofFlow(
      DataStream<RowData> rows,
      ResolvedFlow.Append flow,
      ResolvedTarget target,
      boolean keepOrigin,
      String uid) {
    return check(
        rows,
        Step.flow(flow.name()),
        source(flow),
        RowFit.of(rowType(rows), target.rowType(), target.partitionColumns()),
        flow.expectations(),
        flow.hasOrigin(),
        keepOrigin,
        onInvalid,
        uid);
  }

  /** The changes of a view's rows, in the types of its table. */
  DataStream<RowData> ofView(
      DataStream<RowData> rows, ResolvedFlow.View flow, ResolvedTarget target, String uid) {
    return check(
        rows,
        Step.flow(flow.name()),
        source(flow),
        RowFit.of(rowType(rows), target.rowType(), target.partitionColumns()),
        flow.expectations(),
        false,
        false,
        flow.insertOnly() ? onInvalid : OnInvalid.REFUSE_RESULT,
        uid);
  }

  /** The rows of a table as it is written. */
  static DataStream<RowData> withoutOrigin(
      DataStream<RowData> rows, ResolvedTarget target, String uid) {
    int[] columns = IntStream.range(0, target.rowType().getFieldCount()).toArray();
    return Streams.columns(rows, columns, target.rowType(), uid + ": columns", uid + "/columns");
  }

  private DataStream<RowData> check(
      DataStream<RowData> rows,
      Step step,
      String source,
      RowFit fit,
      List<ResolvedExpectation> expectations,
      boolean hasOrigin,
      boolean keepOrigin,
      OnInvalid invalid,
      String uid) {
    int origin = hasOrigin ? fit.from().getFieldIndex(EventOrigin.COLUMN) : -1;
    ExpectationFunction function =
        new ExpectationFunction(step, source, fit, of(expectations), origin, keepOrigin, invalid);
    return rejects.of(
        Streams.parallelLike(
            rows, rows.process(function).name(uid + ": expectations").uid(uid + "/expectations")));
  }

  static List<Expectation> of(List<ResolvedExpectation> expectations) {
    return expectations.stream()
        .map(
            expectation ->
                new Expectation(
                    expectation.name(),
                    expectation.condition(),
                    expectation.field(),
                    Expectation.Action.valueOf(expectation.action().name())))
        .toList();
  }

  static RowType rowType(DataStream<RowData> rows) {
    return ((InternalTypeInfo<RowData>) rows.getType()).toRowType();
  }

  /** What stands for the source of a row whose origin isn't known. */
  static String source(ResolvedFlow flow) {
    return flow.reads().isEmpty() ? flow.name() : flow.reads().get(0).toString();
  }
}
