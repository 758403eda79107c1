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
import dev.deltacdc.functions.reject.InvalidEventException;
import dev.deltacdc.functions.reject.OnInvalid;
import dev.deltacdc.functions.reject.RejectReason;
import dev.deltacdc.functions.reject.RejectedEvent;
import dev.deltacdc.job.decode.DecodeException;
import dev.deltacdc.job.decode.EncodedRecord;
import dev.deltacdc.job.decode.RecordDecoder;
import dev.deltacdc.job.decode.RecordFormat;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
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
 * row, two for an update that changes the key, or a rejected event; none stops the job unless
 * {@code on-invalid} says so.
 */
final class DecodeFunction extends ProcessFunction<RawRecord, RowData>
    implements CheckpointedFunction {

  /** Counter of Kafka records without value; they are not {@link Counts#READ}. */
  static final String TOMBSTONES = "tombstones";

  private static final long serialVersionUID = 1L;

  private final String source;
  private final RecordFormat value;
  @Nullable private final RecordFormat key;
  private final List<RowAssembly.Part> parts;
  private final ZoneId zone;
  private final OnInvalid onInvalid;

  private transient RecordDecoder values;
  @Nullable private transient RecordDecoder keys;
  private transient RowAssembly assembly;
  private transient EventCounters counters;
  private transient EventCounters.Count read;
  private transient StringData sourceName;
  private transient String partition;
  private transient StringData partitionName;

  /** The rows of the record being decoded, and before them the row of its key. */
  private transient List<GenericRowData> rows;

  /**
   * @param source the source table's name
   * @param zone where a time without zone is
   * @param onInvalid what becomes of a record that cannot be decoded
   */
  DecodeFunction(String source, FormatSettings format, ZoneId zone, OnInvalid onInvalid) {
    this.source = source;
    this.value = format.value();
    this.key = format.key();
    this.parts = format.parts();
    this.zone = zone;
    this.onInvalid = onInvalid;
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
    values = value.decoder(zone);
    keys = key == null ? null : key.decoder(zone);
    assembly = new RowAssembly(parts, zone);
    sourceName = StringData.fromString(source);
    partition = "";
    partitionName = StringData.fromString(partition);
    rows = new ArrayList<>(2);
  }

  @Override
  public void processElement(RawRecord record, Context context, Collector<RowData> out) {
    if (record.isEnd()) {
      return;
    }
    if (record.bytes() == null) {
      counters.increment(TOMBSTONES);
      return;
    }
    if (!decode(record, context) || rows.isEmpty()) {
      return;
    }
    if (!record.partition().equals(partition)) {
      partition = record.partition();
      partitionName = StringData.fromString(partition);
    }
    GenericRowData origin =
        EventOrigin.of(
            sourceName, partitionName, record.position(), record.bytes(), record.timeMillis());
    for (GenericRowData row : rows) {
      read.increment();
      row.setField(row.getArity() - 1, origin);
      out.collect(row);
    }
  }

  /** Fills {@link #rows}; {@code false} if the record was rejected. */
  private boolean decode(RawRecord record, Context context) {
    try {
      checkSize(record.isCut(), "record", record.size());
      checkSize(record.isKeyCut(), "key", record.keySize());
      GenericRowData keyRow = keys == null || record.key() == null ? null : key(record.key());
      rows.clear();
      values.decode(new EncodedRecord(record.bytes(), record.header(), record.key()), rows::add);
      for (int i = 0; i < rows.size(); i++) {
        rows.set(i, assembly.assemble(rows.get(i), keyRow, record));
      }
      return true;
    } catch (DecodeException e) {
      reject(
          record,
          e.isMisfit() ? RejectReason.MISFIT : RejectReason.UNPARSABLE,
          e.getMessage(),
          context);
    } catch (RuntimeException e) {
      // A fault of a parser must not let one record stop the job for ever.
      reject(record, RejectReason.UNPARSABLE, "cannot be decoded: " + e, context);
    }
    return false;
  }

  private static void checkSize(boolean cut, String what, long size) throws DecodeException {
    if (cut) {
      throw DecodeException.unparsable(
          "the "
              + what
              + " has "
              + size
              + " bytes, more than '"
              + FormatOptions.MAX_RECORD_SIZE.key()
              + "' allows; only its beginning is kept");
    }
  }

  private GenericRowData key(byte[] bytes) throws DecodeException {
    rows.clear();
    try {
      keys.decode(EncodedRecord.of(bytes), rows::add);
    } catch (DecodeException e) {
      throw e.ofKey(bytes);
    }
    if (rows.isEmpty()) {
      throw DecodeException.unparsable("is a comment").ofKey(bytes);
    }
    return rows.get(0);
  }

  private void reject(RawRecord record, String reason, String message, Context context) {
    EventPosition position =
        new EventPosition(
            source,
            EventOrigin.position(record.partition(), record.position()),
            record.bytes(),
            record.timeMillis());
    if (onInvalid != OnInvalid.QUARANTINE) {
      throw InvalidEventException.invalid(source, position, reason, message, onInvalid);
    }
    read.increment();
    counters.reject(reason, position.position() + ": " + message);
    context.output(RejectedEvent.TAG, RejectedEvent.at(position, source, reason, message));
  }
}
