/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.watermark;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.Truncate;
import dev.deltacdc.functions.snapshot.DayRule;
import java.util.function.LongConsumer;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;

/** An operator's output that tells each event's time to somebody before the event goes out. */
record EventOutput(Output<StreamRecord<ChangeEvent>> output, DayRule times, LongConsumer observer)
    implements Output<StreamRecord<ChangeEvent>> {

  @Override
  public void collect(StreamRecord<ChangeEvent> record) {
    observer.accept(times.eventMillis(record.getValue().row()));
    output.collect(record);
  }

  @Override
  public <X> void collect(OutputTag<X> tag, StreamRecord<X> record) {
    if (record.getValue() instanceof Truncate truncate && truncate.eventMillis() != null) {
      observer.accept(truncate.eventMillis());
    }
    output.collect(tag, record);
  }

  @Override
  public void emitWatermark(Watermark mark) {
    output.emitWatermark(mark);
  }

  @Override
  public void emitWatermark(WatermarkEvent mark) {
    output.emitWatermark(mark);
  }

  @Override
  public void emitWatermarkStatus(WatermarkStatus status) {
    output.emitWatermarkStatus(status);
  }

  @Override
  public void emitLatencyMarker(LatencyMarker marker) {
    output.emitLatencyMarker(marker);
  }

  @Override
  public void emitRecordAttributes(RecordAttributes attributes) {
    output.emitRecordAttributes(attributes);
  }

  @Override
  public void close() {
    output.close();
  }
}
