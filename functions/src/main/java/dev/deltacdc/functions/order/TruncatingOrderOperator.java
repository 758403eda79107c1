/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.Truncate;
import java.util.List;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.SimpleTimerService;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.types.logical.LogicalType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The order of a target that a flow truncates. Every subtask gets every truncate, and walks its
 * keys for one that decides something new.
 *
 * <p>A walk emits deletes as it goes; it holds the keys of the subtask, never their rows. It is one
 * step: no event and no barrier comes between. State and timers are those of {@link OrderOperator},
 * so that a job goes on with either when APPLY AS TRUNCATE WHEN is added or removed.
 */
final class TruncatingOrderOperator extends OrderOperator
    implements TwoInputStreamOperator<ChangeEvent, Truncate, ChangeEvent> {
  private static final long serialVersionUID = 1L;

  private static final Logger LOG = LoggerFactory.getLogger(TruncatingOrderOperator.class);

  /** As the superclass names its service: the timers of events and of walks are the same. */
  private static final String TIMERS = "user-timers";

  private transient TimerService timers;

  TruncatingOrderOperator(
      OrderFunction function,
      ExistingRows rows,
      List<LogicalType> keyTypes,
      List<LogicalType> sequenceTypes) {
    super(function, rows, keyTypes, sequenceTypes);
  }

  @Override
  public void open() throws Exception {
    super.open();
    timers =
        new SimpleTimerService(
            getInternalTimerService(TIMERS, VoidNamespaceSerializer.INSTANCE, this));
  }

  @Override
  public void processElement1(StreamRecord<ChangeEvent> element) throws Exception {
    processElement(element);
  }

  @Override
  public void processElement2(StreamRecord<Truncate> element) throws Exception {
    takeWaiting();
    Truncate truncate = element.getValue();
    if (function().learn(truncate)) {
      walk(truncate);
    }
  }

  private void walk(Truncate truncate) throws Exception {
    long start = System.nanoTime();
    long[] removed = {0};
    backend()
        .applyToAllKeys(
            VoidNamespace.INSTANCE,
            VoidNamespaceSerializer.INSTANCE,
            OrderFunction.lastEvents(),
            (key, last) -> removed[0] += truncate(key, truncate));
    LOG.info(
        "Truncated: {} rows of subtask {} in {} ms",
        removed[0],
        getRuntimeContext().getTaskInfo().getIndexOfThisSubtask(),
        (System.nanoTime() - start) / 1_000_000);
  }

  private int truncate(RowKey key, Truncate truncate) throws Exception {
    ChangeEvent delete = function().truncate(key, truncate, timers);
    if (delete != null) {
      output.collect(new StreamRecord<>(delete));
    }
    return delete == null || delete.stale() ? 0 : 1;
  }
}
