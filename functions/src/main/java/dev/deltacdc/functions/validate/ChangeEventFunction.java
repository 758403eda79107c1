/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.validate;

import dev.deltacdc.functions.count.Counts;
import dev.deltacdc.functions.count.EventCounters;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.ChangeEventTypeInfo;
import dev.deltacdc.functions.event.EventLayout;
import dev.deltacdc.functions.event.KeepsNoRows;
import dev.deltacdc.functions.event.MisfitException;
import dev.deltacdc.functions.event.PositionReader;
import dev.deltacdc.functions.event.RowFit;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.event.SequenceEncoder;
import dev.deltacdc.functions.event.Truncate;
import dev.deltacdc.functions.expect.Expectation;
import dev.deltacdc.functions.expect.ExpectationGate;
import dev.deltacdc.functions.expect.Expectations;
import dev.deltacdc.functions.nulls.NullLeaves;
import dev.deltacdc.functions.reject.RejectReason;
import dev.deltacdc.functions.reject.RejectedEvent;
import dev.deltacdc.functions.reject.Rejector;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;
import org.apache.flink.util.TimeUtils;

/**
 * Reads the rows of a flow's query as change events, in the types of the target.
 *
 * <p>Rejected, in this order: a NULL in the key, no sequence, a value that does not fit its column,
 * and, where a snapshot reads the target, no event time or one far in the future. They go to {@link
 * RejectedEvent#TAG}, or stop the job where {@code on-invalid} is {@code fail}. Before that come
 * the target's expectations; a delete is not asked to meet them, for it need carry no more than its
 * key.
 *
 * <p>A row whose truncate condition is TRUE goes to {@link Truncate#TAG}; it needs no key, only a
 * sequence and, where a snapshot reads the target, an event time (semantics: "truncate").
 *
 * <p>An upsert is marked with the leaves in which its NULLs keep the value known. A NULL in a NOT
 * NULL column stays a misfit: whether a value is known is not known here.
 *
 * <p>Counts: read = rejected + dropped + truncates + what goes on to the order operator. Rows that
 * go out may refer to the row that came in: between this and whoever keeps them there is a keyBy.
 */
public final class ChangeEventFunction extends ProcessFunction<RowData, ChangeEvent>
    implements CheckpointedFunction, ResultTypeQueryable<ChangeEvent>, KeepsNoRows {
  private static final long serialVersionUID = 1L;

  private final EventLayout layout;
  private final RowType target;
  private final ChangeEventOptions options;
  private final Expectations expectations;
  private final SequenceEncoder sequences;
  private final RowFit fit;
  private final NullLeaves kept;
  private final PositionReader positions;
  @Nullable private final EventTimeRule eventTime;

  private transient EventCounters counters;
  private transient EventCounters.Count read;
  private transient Rejector rejector;
  private transient ExpectationGate gate;

  /**
   * A flow's reader.
   *
   * @param layout of the query's rows
   * @param fit of those rows into the target's columns
   * @param expectations the target's, with the positions of their conditions
   * @throws IllegalArgumentException if layout, fit, expectations and options do not go together,
   *     or the sequence has no order
   */
  public ChangeEventFunction(
      EventLayout layout, RowFit fit, List<Expectation> expectations, ChangeEventOptions options) {
    layout.check();
    RowType target = fit.to();
    if (fit.columns() != layout.columns()) {
      throw new IllegalArgumentException(
          "the target has " + fit.columns() + " columns, its flow " + layout.columns());
    }
    this.layout = layout;
    this.target = target;
    this.options = options;
    this.expectations = Expectations.of(expectations);
    this.sequences = SequenceEncoder.of(layout.sequenceTypes());
    this.fit = fit;
    this.kept = NullLeaves.of(target, withoutKeys(options.ignoreNulls(), layout));
    this.positions =
        PositionReader.of(
            layout.queryType(),
            layout.columns() + layout.sequenceFields(),
            layout.originField(),
            options.source());
    this.eventTime =
        layout.eventTime() < 0
            ? null
            : new EventTimeRule(
                layout.eventTime(),
                target.getTypeAt(layout.eventTime()),
                options.zones(),
                options.maxAhead());
  }

  /** A key is never NULL, but the field of a ROW in it may be: that is the key, not to be kept. */
  private static List<Integer> withoutKeys(List<Integer> ignoreNulls, EventLayout layout) {
    return ignoreNulls.stream().filter(column -> !layout.keys().contains(column)).toList();
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    counters =
        EventCounters.restore(
            getRuntimeContext(), context.getOperatorStateStore(), Step.flow(options.flow()));
    read = counters.counter(Counts.READ);
    counters.counter(Counts.REJECTED);
    counters.counter(Counts.DROPPED);
    if (layout.hasTruncate()) {
      counters.counter(Counts.TRUNCATES);
    }
    rejector = new Rejector(options.flow(), options.onInvalid(), positions, counters);
    gate = new ExpectationGate(expectations, rejector, counters);
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    counters.snapshot();
  }

  @Override
  public void processElement(RowData row, Context context, Collector<ChangeEvent> out) {
    requireInsertOnly(row.getRowKind());
    read.increment();
    boolean truncate = isTrue(row, layout.truncateField());
    boolean delete = !truncate && isTrue(row, layout.deleteField());
    if (!truncate
        && !delete
        && !gate.passes(row, rejected -> context.output(RejectedEvent.TAG, rejected))) {
      return;
    }
    long wallClock = context.timerService().currentProcessingTime();
    try {
      if (truncate) {
        context.output(Truncate.TAG, truncate(row, wallClock));
        counters.increment(Counts.TRUNCATES);
      } else {
        out.collect(read(row, delete, wallClock));
      }
    } catch (InvalidEvent e) {
      rejector.invalid(
          row, e.reason, e.getMessage(), rejected -> context.output(RejectedEvent.TAG, rejected));
    }
  }

  private ChangeEvent read(RowData row, boolean delete, long wallClock) throws InvalidEvent {
    for (int key : layout.keys()) {
      if (row.isNullAt(key)) {
        throw new InvalidEvent(RejectReason.NULL_KEY, "key column " + name(key) + " is NULL");
      }
    }
    Sequence sequence = sequence(row);
    GenericRowData columns;
    try {
      columns = delete ? fit.delete(row, layout.keys()) : fit.upsert(row);
    } catch (MisfitException e) {
      throw new InvalidEvent(RejectReason.MISFIT, e.getMessage());
    }
    if (eventTime != null) {
      checkEventTime(eventTime, columns, wallClock);
    }
    return delete
        ? ChangeEvent.delete(columns, sequence)
        : ChangeEvent.upsert(columns, sequence, kept.in(columns));
  }

  private Truncate truncate(RowData row, long wallClock) throws InvalidEvent {
    Sequence sequence = sequence(row);
    if (eventTime == null) {
      return Truncate.of(sequence, null);
    }
    GenericRowData columns;
    try {
      columns = fit.delete(row, List.of(layout.eventTime()));
    } catch (MisfitException e) {
      throw new InvalidEvent(RejectReason.MISFIT, e.getMessage());
    }
    checkEventTime(eventTime, columns, wallClock);
    return Truncate.of(sequence, (TimestampData) columns.getField(layout.eventTime()));
  }

  private Sequence sequence(RowData row) throws InvalidEvent {
    Sequence sequence;
    try {
      sequence = sequences.encode(row, layout.firstSequenceField());
    } catch (ArithmeticException e) {
      throw new InvalidEvent(RejectReason.MISFIT, "SEQUENCE BY is out of the range of its type");
    }
    if (sequence == null) {
      throw new InvalidEvent(RejectReason.NULL_SEQUENCE, "SEQUENCE BY is NULL");
    }
    return sequence;
  }

  private void checkEventTime(EventTimeRule rule, RowData columns, long wallClock)
      throws InvalidEvent {
    String column = "event time " + name(layout.eventTime());
    if (rule.isMissing(columns)) {
      throw new InvalidEvent(RejectReason.NULL_EVENT_TIME, column + " is NULL");
    }
    if (rule.isFarFuture(columns, wallClock)) {
      throw new InvalidEvent(
          RejectReason.FAR_FUTURE,
          column
              + " is more than "
              + TimeUtils.formatWithHighestUnit(options.maxAhead())
              + " ahead of the clock");
    }
  }

  private static boolean isTrue(RowData row, int field) {
    return field >= 0 && !row.isNullAt(field) && row.getBoolean(field);
  }

  private void requireInsertOnly(RowKind kind) {
    if (kind != RowKind.INSERT) {
      throw new IllegalStateException(
          "Flow "
              + options.flow()
              + " reads a source or query that changes rows ("
              + kind
              + "). A change feed is a stream of new rows, each of them an event.");
    }
  }

  private String name(int column) {
    return target.getFieldNames().get(column);
  }

  @Override
  public TypeInformation<ChangeEvent> getProducedType() {
    return ChangeEventTypeInfo.of(target);
  }

  /** Ends the reading of one row; never leaves this class. */
  private static final class InvalidEvent extends Exception {
    private static final long serialVersionUID = 1L;

    private final String reason;

    private InvalidEvent(String reason, String message) {
      super(message, null, false, false);
      this.reason = reason;
    }
  }
}
