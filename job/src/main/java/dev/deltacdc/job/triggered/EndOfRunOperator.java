/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.triggered;

import org.apache.flink.runtime.operators.coordination.OperatorEventGateway;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * Passes on what comes. Behind the last record of a held source comes {@link EndOfRun#MARK}: it
 * becomes the idle status, in order with the records, and the coordinator is told. Behind a query
 * come that status, or the last watermark of sources that have ended.
 */
final class EndOfRunOperator<T> extends AbstractStreamOperator<T>
    implements OneInputStreamOperator<T, T> {

  private static final long serialVersionUID = 1L;

  private final transient OperatorEventGateway coordinator;

  EndOfRunOperator(StreamOperatorParameters<T> parameters, OperatorEventGateway coordinator) {
    super(parameters);
    this.coordinator = coordinator;
  }

  @Override
  public void processElement(StreamRecord<T> element) {
    output.collect(element);
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    if (mark.getTimestamp() == EndOfRun.MARK) {
      processWatermarkStatus(WatermarkStatus.IDLE);
      return;
    }
    super.processWatermark(mark);
    if (mark.getTimestamp() == Watermark.MAX_WATERMARK.getTimestamp()) {
      coordinator.sendEventToCoordinator(new EndOfRun.ReadToEnd(true));
    }
  }

  @Override
  public void processWatermarkStatus(WatermarkStatus status) throws Exception {
    super.processWatermarkStatus(status);
    if (status.isIdle()) {
      coordinator.sendEventToCoordinator(new EndOfRun.ReadToEnd(false));
    }
  }
}
