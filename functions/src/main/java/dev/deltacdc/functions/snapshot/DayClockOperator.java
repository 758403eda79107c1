/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import dev.deltacdc.functions.count.EventCounters;
import dev.deltacdc.functions.count.Step;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.function.Supplier;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs {@link DayClockRule} with parallelism 1; its marks are broadcast. */
final class DayClockOperator extends AbstractStreamOperator<AnnouncedMark>
    implements OneInputStreamOperator<DayReport, AnnouncedMark>, BoundedOneInput {
  private static final long serialVersionUID = 1L;

  private static final Logger CLOCK_LOG = LoggerFactory.getLogger(DayClockOperator.class);

  private final DailySnapshotOptions options;
  private final String name;

  private transient DayClockRule clock;
  private transient ListState<DayClockState> state;
  private transient EventCounters counters;
  private transient boolean announced;
  private transient boolean ended;

  DayClockOperator(DailySnapshotOptions options, String name) {
    this.options = options;
    this.name = name;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    state =
        context
            .getOperatorStateStore()
            .getListState(
                new ListStateDescriptor<>("clock", TypeInformation.of(DayClockState.class)));
    counters =
        EventCounters.restore(
            getRuntimeContext(), context.getOperatorStateStore(), Step.table(name));
    counters.counter(SnapshotCounters.CLOSED_DAYS);
    clock = null;
    for (DayClockState restored : state.get()) {
      clock = DayClockRule.resume(options, restored, now());
    }
    if (clock == null) {
      clock = DayClockRule.start(options, now());
    }
  }

  @Override
  public void open() throws Exception {
    super.open();
    counters.gauge("closedDay", () -> (long) clock.mark().closedDay());
    counters.gauge("writtenDay", () -> (long) clock.mark().writtenDay());
    scheduleQuiet();
    if (options.refresh() != null) {
      scheduleRefresh();
    }
  }

  @Override
  public void processElement(StreamRecord<DayReport> element) {
    announce();
    step(() -> clock.report(element.getValue(), now()));
  }

  @Override
  public void endInput() {
    ended = true;
    announce();
    step(clock::end);
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    counters.snapshot();
    state.update(List.of(clock.state()));
  }

  /** For tests. */
  EventCounters counters() {
    return counters;
  }

  private void scheduleQuiet() {
    long at = clock.quietAt();
    if (at != Long.MAX_VALUE) {
      ScheduledFuture<?> unused =
          getProcessingTimeService()
              .registerTimer(
                  // At least a second ahead: before the first event nothing is closed.
                  Math.max(at, now() + 1_000),
                  time -> {
                    if (!ended) {
                      step(() -> clock.quiet(now()));
                      scheduleQuiet();
                    }
                  });
    }
  }

  private void scheduleRefresh() {
    ScheduledFuture<?> unused =
        getProcessingTimeService()
            .registerTimer(
                now() + options.refresh().toMillis(),
                time -> {
                  if (!ended) {
                    step(clock::refresh);
                    scheduleRefresh();
                  }
                });
  }

  /** The first mark says where the table begins. */
  private void announce() {
    if (!announced) {
      announced = true;
      output.collect(new StreamRecord<>(AnnouncedMark.of(clock.mark(), clock.idleSubtasks())));
    }
  }

  private void step(Supplier<DayMark> rule) {
    DayMark before = clock.mark();
    DayMark mark = rule.get();
    if (mark != null) {
      // Days skipped because of RETAIN are not closed but left out.
      int from = Math.max(before.closedDay(), mark.firstDay() - 1);
      counters.counter(SnapshotCounters.CLOSED_DAYS).add(mark.closedDay() - from);
      CLOCK_LOG.debug("Snapshot {}: {}", name, mark);
      announced = true;
      output.collect(new StreamRecord<>(AnnouncedMark.of(mark, clock.idleSubtasks())));
    }
  }

  private long now() {
    return getProcessingTimeService().getCurrentProcessingTime();
  }
}
