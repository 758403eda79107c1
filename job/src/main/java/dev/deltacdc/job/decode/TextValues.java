/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import java.time.ZoneId;
import org.apache.flink.table.types.logical.BinaryType;
import org.apache.flink.table.types.logical.CharType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;

/** The reader of each scalar type. */
final class TextValues {

  private TextValues() {}

  /** Whether a value of the type is written as one text. */
  static boolean isScalar(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN,
          TINYINT,
          SMALLINT,
          INTEGER,
          BIGINT,
          FLOAT,
          DOUBLE,
          DECIMAL,
          CHAR,
          VARCHAR,
          BINARY,
          VARBINARY,
          DATE,
          TIMESTAMP_WITHOUT_TIME_ZONE,
          TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          true;
      default -> false;
    };
  }

  /**
   * The reader of a scalar type.
   *
   * @param zone where a time without zone is, for TIMESTAMP_LTZ
   */
  static TextValue of(LogicalType type, ZoneId zone) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> new BooleanText();
      case TINYINT -> new IntegerText(type, Byte.MIN_VALUE, Byte.MAX_VALUE, v -> (byte) v);
      case SMALLINT -> new IntegerText(type, Short.MIN_VALUE, Short.MAX_VALUE, v -> (short) v);
      case INTEGER -> new IntegerText(type, Integer.MIN_VALUE, Integer.MAX_VALUE, v -> (int) v);
      case BIGINT -> new IntegerText(type, Long.MIN_VALUE, Long.MAX_VALUE, v -> v);
      case FLOAT -> new FloatingText(true);
      case DOUBLE -> new FloatingText(false);
      case DECIMAL -> new DecimalText((DecimalType) type);
      case CHAR -> new StringText(type, ((CharType) type).getLength());
      case VARCHAR -> new StringText(type, ((VarCharType) type).getLength());
      case BINARY -> new BinaryText(type, ((BinaryType) type).getLength());
      case VARBINARY -> new BinaryText(type, ((VarBinaryType) type).getLength());
      case DATE -> new DateText();
      case TIMESTAMP_WITHOUT_TIME_ZONE ->
          new TimestampText(type, ((TimestampType) type).getPrecision(), null);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          new TimestampText(
              type, ((LocalZonedTimestampType) type).getPrecision(), new ZoneOffsets(zone));
      default ->
          throw new IllegalArgumentException(type + " is not a scalar type that can be read");
    };
  }
}
