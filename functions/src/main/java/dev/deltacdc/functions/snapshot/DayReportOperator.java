/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import dev.deltacdc.functions.event.ChangeEvent;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * Tells the day clock how far one subtask of the accepted events is: a few records a day, and while
 * the clock watches for a quiet source one per eighth of the quiet delay. Chained to the order
 * operator. It keeps no state: the clock remembers the greatest day.
 */
final class DayReportOperator extends AbstractStreamOperator<DayReport>
    implements OneInputStreamOperator<ChangeEvent, DayReport>, BoundedOneInput {
  private static final long serialVersionUID = 1L;

  private final DayRule days;
  private final long heartbeatMillis;

  private transient int subtask;
  private transient int subtasks;
  private transient int completeDay;
  private transient boolean idle;
  private transient int greatestDay;
  private transient int oldestDay;
  private transient long nextDayEnds;
  private transient long nextHeartbeat;

  DayReportOperator(DailySnapshotOptions options) {
    this.days = options.dayRule();
    this.heartbeatMillis =
        options.quietDelay() == null ? Long.MAX_VALUE : options.quietDelay().toMillis() / 8;
  }

  @Override
  public void open() {
    subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
    subtasks = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
    completeDay = Integer.MIN_VALUE;
    greatestDay = Integer.MIN_VALUE;
    oldestDay = Integer.MAX_VALUE;
    nextDayEnds = Long.MIN_VALUE;
    nextHeartbeat = heartbeatMillis == Long.MAX_VALUE ? Long.MAX_VALUE : Long.MIN_VALUE;
  }

  @Override
  public void processElement(StreamRecord<ChangeEvent> element) {
    int day = days.dayOf(element.getValue().row());
    oldestDay = Math.min(oldestDay, day);
    if (day > greatestDay) {
      greatestDay = day;
      report();
    } else if (nextHeartbeat != Long.MAX_VALUE) {
      long now = getProcessingTimeService().getCurrentProcessingTime();
      if (now >= nextHeartbeat) {
        nextHeartbeat = now + heartbeatMillis;
        report();
      }
    }
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    long millis = mark.getTimestamp();
    if (millis == Long.MAX_VALUE) {
      complete(Integer.MAX_VALUE);
    } else if (millis >= nextDayEnds) {
      int ended = days.lastEndedBy(millis);
      nextDayEnds = days.watermarkOf(ended + 1);
      complete(ended);
    }
    super.processWatermark(mark);
  }

  @Override
  public void processWatermarkStatus(WatermarkStatus status) throws Exception {
    if (idle != status.isIdle()) {
      idle = status.isIdle();
      report();
    }
    super.processWatermarkStatus(status);
  }

  @Override
  public void endInput() {
    complete(Integer.MAX_VALUE);
  }

  private void complete(int day) {
    if (day > completeDay) {
      completeDay = day;
      report();
    }
  }

  private void report() {
    output.collect(
        new StreamRecord<>(
            new DayReport(subtask, subtasks, completeDay, idle, greatestDay, oldestDay)));
    oldestDay = Integer.MAX_VALUE;
  }
}
