/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;

/**
 * Where a row came from: the hidden column that sources add and queries carry along, so that a
 * rejected event can be found again.
 *
 * <p>{@code partition} is a file's path or {@code topic-3}; {@code offset} a line number (from 1)
 * or a Kafka offset, or a row's index in its file; {@code raw} the bytes as they were read, NULL
 * where there are none but the row's; {@code time} Kafka's record time, the file's modification
 * time, or the time at which a location that is read again was read. The column is NULL when the
 * source has no positions.
 */
public final class EventOrigin {
  /** What every hidden column of ours starts with. */
  public static final String HIDDEN_PREFIX = "__deltacdc_";

  /** The hidden column's name. */
  public static final String COLUMN = HIDDEN_PREFIX + "origin";

  /** The field that tells a file's path or a Kafka partition. */
  public static final String PARTITION_FIELD = "partition";

  /** The field that tells the time. */
  public static final String TIME_FIELD = "time";

  /** The hidden column's type. */
  public static final RowType TYPE =
      new RowType(
          true,
          List.of(
              new RowType.RowField("source", new VarCharType(VarCharType.MAX_LENGTH)),
              new RowType.RowField(PARTITION_FIELD, new VarCharType(VarCharType.MAX_LENGTH)),
              new RowType.RowField("offset", new BigIntType()),
              new RowType.RowField("raw", new VarBinaryType(VarBinaryType.MAX_LENGTH)),
              new RowType.RowField(TIME_FIELD, new LocalZonedTimestampType(3))));

  private static final int SOURCE = 0;
  private static final int PARTITION = 1;
  private static final int OFFSET = 2;
  private static final int RAW = 3;
  private static final int TIME = 4;

  private EventOrigin() {}

  /** A value of the hidden column. */
  public static GenericRowData of(
      String source, String partition, long offset, byte[] raw, @Nullable Long timeMillis) {
    return of(
        StringData.fromString(source), StringData.fromString(partition), offset, raw, timeMillis);
  }

  /** The same, of names that many records share. */
  public static GenericRowData of(
      StringData source, StringData partition, long offset, byte[] raw, @Nullable Long timeMillis) {
    return GenericRowData.of(
        source,
        partition,
        offset,
        raw,
        timeMillis == null ? null : TimestampData.fromEpochMillis(timeMillis));
  }

  /** The name of the source that a value of the hidden column tells. */
  public static StringData source(RowData origin) {
    return origin.getString(SOURCE);
  }

  /** The partition that a value of the hidden column tells. */
  public static StringData partition(RowData origin) {
    return origin.getString(PARTITION);
  }

  /** The place that a value of the hidden column tells. */
  public static EventPosition position(RowData origin) {
    return new EventPosition(
        origin.getString(SOURCE).toString(),
        position(origin.getString(PARTITION).toString(), origin.getLong(OFFSET)),
        origin.isNullAt(RAW) ? new byte[0] : origin.getBinary(RAW),
        origin.isNullAt(TIME) ? null : origin.getTimestamp(TIME, 3).getMillisecond());
  }

  /** Whether a value of the hidden column has the bytes as they were read. */
  static boolean hasRaw(RowData origin) {
    return !origin.isNullAt(RAW);
  }

  /** How a position is written: partition, colon, offset. */
  public static String position(String partition, long offset) {
    return partition + ":" + offset;
  }
}
