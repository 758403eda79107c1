/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;

/** Behind a snapshot's last row a watermark, its version: it reaches everything that reads rows. */
final class SnapshotWatermarks implements WatermarkGenerator<RawRecord> {

  @Override
  public void onEvent(RawRecord record, long timestamp, WatermarkOutput output) {
    if (record.isEnd()) {
      output.emitWatermark(new Watermark(record.version()));
    }
  }

  @Override
  public void onPeriodicEmit(WatermarkOutput output) {
    // Watermarks come with records.
  }
}
