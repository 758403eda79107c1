/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.watermark;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.EventOrigin;
import org.apache.flink.api.common.operators.ProcessingTimeService.ProcessingTimeCallback;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.api.operators.util.PausableRelativeClock;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;

/**
 * Reads rows as change events by a function, and sets the watermarks by which snapshots close days:
 * {@link PartitionWatermarks} of the events that the function accepts, truncates too. It is one
 * operator with the function because only the rows tell the partition, and only the events are what
 * counts.
 *
 * <p>Watermarks of the query's own time attributes don't count; the end of the input does. No
 * state: after a restore the partitions are waited for again. Time in which the task is held up
 * makes no partition idle.
 */
public final class EventTimeOperator extends ProcessOperator<RowData, ChangeEvent>
    implements ProcessingTimeCallback {
  private static final long serialVersionUID = 1L;

  /** A task that was held up for longer, by a pause of its JVM, say, has not read meanwhile. */
  private static final int MOST_TICKS = 5;

  private static final StringData NOWHERE = StringData.fromString("");

  /**
   * A partition.
   *
   * @param partition empty for a source that counts as one
   */
  private record Place(String source, String partition) {}

  private final EventTimeOptions options;

  private transient PartitionWatermarks<Place> watermarks;
  private transient PausableRelativeClock clock;
  private transient long seen;
  private transient long now;
  private transient StringData lastSource;
  private transient StringData lastPartition;
  private transient Place place;
  private transient long emitted;
  private transient boolean idle;

  /** An operator that does what the function does, and the watermarks. */
  public EventTimeOperator(
      ProcessFunction<RowData, ChangeEvent> function, EventTimeOptions options) {
    super(function);
    this.options = options;
  }

  @Override
  public void open() throws Exception {
    if (options.idleTimeout() != null) {
      clock = new PausableRelativeClock(getProcessingTimeService().getClock());
      getContainingTask()
          .getEnvironment()
          .getMetricGroup()
          .getIOMetricGroup()
          .registerBackPressureListener(clock);
      seen = clock.relativeTimeMillis();
      now = 0;
      watermarks = new PartitionWatermarks<>(options.idleTimeout().toMillis(), now);
      getMetricGroup().gauge("activePartitions", watermarks::active);
      lastSource = NOWHERE;
      lastPartition = NOWHERE;
      place = new Place("", "");
      emitted = PartitionWatermarks.NONE;
      output = new EventOutput(output, options.times(), this::accepted);
      schedule();
    }
    super.open();
  }

  @Override
  public void close() throws Exception {
    if (clock != null) {
      getContainingTask()
          .getEnvironment()
          .getMetricGroup()
          .getIOMetricGroup()
          .unregisterBackPressureListener(clock);
    }
    super.close();
  }

  @Override
  public void processElement(StreamRecord<RowData> element) throws Exception {
    if (watermarks != null) {
      look(element.getValue());
    }
    super.processElement(element);
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    if (mark.getTimestamp() == Watermark.MAX_WATERMARK.getTimestamp()) {
      emitted = mark.getTimestamp();
      emitStatus(false);
      super.processWatermark(mark);
    }
  }

  /** Which partitions are idle is decided here, where event times make watermarks. */
  @Override
  public void processWatermarkStatus(WatermarkStatus status) throws Exception {
    if (watermarks == null) {
      super.processWatermarkStatus(status);
    }
  }

  @Override
  public void onProcessingTime(long time) {
    tick();
    long watermark = watermarks.advance(now);
    if (emitted == Watermark.MAX_WATERMARK.getTimestamp()) {
      return;
    }
    if (watermark > emitted) {
      emitted = watermark;
      emitStatus(false);
      output.emitWatermark(new Watermark(watermark));
    }
    emitStatus(watermarks.isIdle(now));
    schedule();
  }

  private void accepted(long eventMillis) {
    emitStatus(false);
    watermarks.event(place, eventMillis, now);
  }

  /** Lets the time go on in which the task could read: not much of it passes between two ticks. */
  private void tick() {
    long time = clock.relativeTimeMillis();
    now += Math.min(time - seen, MOST_TICKS * getExecutionConfig().getAutoWatermarkInterval());
    seen = time;
  }

  private void emitStatus(boolean nowIdle) {
    if (nowIdle != idle) {
      idle = nowIdle;
      output.emitWatermarkStatus(idle ? WatermarkStatus.IDLE : WatermarkStatus.ACTIVE);
    }
  }

  /** Sets the place of a row; mostly that of the row before. */
  private void look(RowData row) {
    int field = options.originField();
    StringData source = NOWHERE;
    StringData partition = NOWHERE;
    if (field >= 0 && !row.isNullAt(field)) {
      RowData origin = row.getRow(field, EventOrigin.TYPE.getFieldCount());
      source = EventOrigin.source(origin);
      partition = EventOrigin.partition(origin);
    }
    if (!partition.equals(lastPartition) || !source.equals(lastSource)) {
      String name = source.toString();
      boolean counts = options.parallelSources().contains(name);
      place = new Place(name, counts ? partition.toString() : "");
      // Copies: the row's own may be overwritten by the next.
      lastSource = StringData.fromString(name);
      lastPartition = StringData.fromString(partition.toString());
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // a failing timer fails the task
  private void schedule() {
    long interval = getExecutionConfig().getAutoWatermarkInterval();
    if (interval > 0) {
      getProcessingTimeService()
          .registerTimer(getProcessingTimeService().getCurrentProcessingTime() + interval, this);
    }
  }
}
