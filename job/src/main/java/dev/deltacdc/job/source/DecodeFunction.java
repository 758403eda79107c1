/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import dev.deltacdc.functions.count.Counts;
import dev.deltacdc.functions.count.EventCounters;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.functions.event.EventOrigin;
import dev.deltacdc.functions.event.EventPosition;
import dev.deltacdc.functions.reject.RejectReason;
import dev.deltacdc.functions.reject.RejectedEvent;
import dev.deltacdc.job.decode.DecodeException;
import dev.deltacdc.job.decode.RecordDecoder;
import dev.deltacdc.job.decode.RecordFormat;
import javax.annotation.Nullable;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.util.Collector;

/**
 * Raw records to rows with their origin. Every record that is no comment and no tombstone becomes a
 * row or a rejected event; none stops the job.
 */
final class DecodeFunction extends ProcessFunction<RawRecord, RowData>
    implements CheckpointedFunction {

  /** Counter of Kafka records without value; they are not {@link Counts#READ}. */
  static final String TOMBSTONES = "tombstones";

  private static final long serialVersionUID = 1L;

  private final String source;
  private final RecordFormat format;

  private transient RecordDecoder decoder;
  private transient EventCounters counters;
  private transient EventCounters.Count read;
  private transient StringData sourceName;
  private transient String partition;
  private transient StringData partitionName;

  /**
   * @param source the source table's name
   */
  DecodeFunction(String source, RecordFormat format) {
    this.source = source;
    this.format = format;
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    counters =
        EventCounters.restore(
            getRuntimeContext(), context.getOperatorStateStore(), Step.source(source));
    read = counters.counter(Counts.READ);
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    counters.snapshot();
  }

  @Override
  public void open(OpenContext context) {
    decoder = format.decoder();
    sourceName = StringData.fromString(source);
    partition = "";
    partitionName = StringData.fromString(partition);
  }

  @Override
  public void processElement(RawRecord record, Context context, Collector<RowData> out) {
    byte[] bytes = record.bytes();
    if (bytes == null) {
      counters.increment(TOMBSTONES);
      return;
    }
    GenericRowData row = decode(record, bytes, context);
    if (row != null) {
      read.increment();
      if (!record.partition().equals(partition)) {
        partition = record.partition();
        partitionName = StringData.fromString(partition);
      }
      row.setField(
          row.getArity() - 1,
          EventOrigin.of(sourceName, partitionName, record.position(), bytes, record.timeMillis()));
      out.collect(row);
    }
  }

  @Nullable
  private GenericRowData decode(RawRecord record, byte[] bytes, Context context) {
    if (record.isCut()) {
      reject(
          record,
          bytes,
          RejectReason.UNPARSABLE,
          "the record has "
              + record.size()
              + " bytes, more than '"
              + FormatOptions.MAX_RECORD_SIZE.key()
              + "' allows; only its beginning is kept",
          context);
      return null;
    }
    try {
      return decoder.decode(bytes, record.header());
    } catch (DecodeException e) {
      reject(
          record,
          bytes,
          e.isMisfit() ? RejectReason.MISFIT : RejectReason.UNPARSABLE,
          e.getMessage(),
          context);
    } catch (RuntimeException e) {
      // A fault of a parser must not let one record stop the job for ever.
      reject(record, bytes, RejectReason.UNPARSABLE, "cannot be decoded: " + e, context);
    }
    return null;
  }

  private void reject(
      RawRecord record, byte[] bytes, String reason, String message, Context context) {
    EventPosition position =
        new EventPosition(
            source,
            EventOrigin.position(record.partition(), record.position()),
            bytes,
            record.timeMillis());
    read.increment();
    counters.reject(reason, position.position() + ": " + message);
    context.output(RejectedEvent.TAG, RejectedEvent.at(position, source, reason, message));
  }
}
