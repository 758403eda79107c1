/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import java.util.Optional;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** Which types a table of the lake can have, and which fit into which without a loss. */
final class Types {

  private Types() {}

  /** The type without NOT NULL and without a time attribute, inside too. */
  static LogicalType plain(LogicalType type) {
    if (type instanceof TimestampType timestamp) {
      return new TimestampType(timestamp.getPrecision());
    }
    if (type instanceof LocalZonedTimestampType timestamp) {
      return new LocalZonedTimestampType(timestamp.getPrecision());
    }
    if (type instanceof ArrayType array) {
      return new ArrayType(plain(array.getElementType()));
    }
    if (type instanceof MapType map) {
      return new MapType(plain(map.getKeyType()).copy(false), plain(map.getValueType()));
    }
    if (type instanceof RowType row) {
      return new RowType(
          true,
          row.getFields().stream()
              .map(field -> new RowType.RowField(field.getName(), plain(field.getType())))
              .toList());
    }
    return type.copy(true);
  }

  /** The type of the values, whatever a time attribute is to Flink. */
  static LogicalType withoutTimeAttribute(LogicalType type) {
    if (type instanceof TimestampType timestamp) {
      return new TimestampType(type.isNullable(), timestamp.getPrecision());
    }
    if (type instanceof LocalZonedTimestampType timestamp) {
      return new LocalZonedTimestampType(type.isNullable(), timestamp.getPrecision());
    }
    return type;
  }

  /** Why a column of a target cannot have the type, and what to do; empty if it can. */
  static Optional<String> refusal(LogicalType type) {
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
          DATE ->
          Optional.empty();
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          LogicalTypeChecks.getPrecision(type) > 6
              ? Optional.of("Delta keeps microseconds: CAST it to a precision of 6.")
              : Optional.empty();
      case ARRAY, MAP, ROW ->
          type.getChildren().stream().map(Types::refusal).flatMap(Optional::stream).findFirst();
      case TIME_WITHOUT_TIME_ZONE ->
          Optional.of("Delta has no TIME: CAST it to STRING, or keep it with its date.");
      case INTERVAL_DAY_TIME, INTERVAL_YEAR_MONTH ->
          Optional.of("Delta has no INTERVAL: keep a number, such as TIMESTAMPDIFF(SECOND, a, b).");
      case NULL -> Optional.of("A NULL needs a type: CAST(NULL AS STRING).");
      default -> Optional.of("CAST it to a type that Delta has.");
    };
  }

  /** Whether some part of the type is a timestamp without time zone. */
  static boolean hasTimestampNtz(LogicalType type) {
    return type.is(LogicalTypeRoot.TIMESTAMP_WITHOUT_TIME_ZONE)
        || type.getChildren().stream().anyMatch(Types::hasTimestampNtz);
  }

  /** How a value of one type becomes one of another. */
  enum Fit {
    /** It is one; a length or precision is checked row by row. */
    SAME,
    /** By a cast that loses nothing. */
    CAST,
    NO
  }

  static Fit fit(LogicalType from, LogicalType to) {
    LogicalType source = plain(from);
    LogicalType target = plain(to);
    if (isOne(source, target)) {
      return Fit.SAME;
    }
    if (source.is(LogicalTypeRoot.NULL)) {
      return Fit.CAST;
    }
    if (source instanceof DecimalType a && target instanceof DecimalType b) {
      return a.getScale() == b.getScale()
          ? Fit.SAME
          : when(
              b.getScale() > a.getScale()
                  && b.getPrecision() - b.getScale() >= a.getPrecision() - a.getScale());
    }
    if (source.getTypeRoot() == target.getTypeRoot()) {
      return when(
          isTimestamp(source)
              && LogicalTypeChecks.getPrecision(source) <= LogicalTypeChecks.getPrecision(target));
    }
    return when(widens(source, target));
  }

  /** Whether two plain types are one in a table, where texts and bytes have no length. */
  static boolean isOne(LogicalType a, LogicalType b) {
    return a.equals(b) || (isText(a) && isText(b)) || (isBytes(a) && isBytes(b));
  }

  private static Fit when(boolean fits) {
    return fits ? Fit.CAST : Fit.NO;
  }

  private static boolean isText(LogicalType type) {
    return type.is(LogicalTypeRoot.CHAR) || type.is(LogicalTypeRoot.VARCHAR);
  }

  private static boolean isBytes(LogicalType type) {
    return type.is(LogicalTypeRoot.BINARY) || type.is(LogicalTypeRoot.VARBINARY);
  }

  private static boolean isTimestamp(LogicalType type) {
    return type.is(LogicalTypeRoot.TIMESTAMP_WITHOUT_TIME_ZONE)
        || type.is(LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
  }

  private static boolean widens(LogicalType from, LogicalType to) {
    int digits = digits(from);
    if (digits == 0) {
      return from.is(LogicalTypeRoot.FLOAT) && to.is(LogicalTypeRoot.DOUBLE);
    }
    if (to instanceof DecimalType decimal) {
      return decimal.getPrecision() - decimal.getScale() >= digits;
    }
    return digits(to) > digits
        || (to.is(LogicalTypeRoot.DOUBLE) && digits <= 10)
        || (to.is(LogicalTypeRoot.FLOAT) && digits <= 5);
  }

  /** Decimal digits of an integer type, 0 for others. */
  private static int digits(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case TINYINT -> 3;
      case SMALLINT -> 5;
      case INTEGER -> 10;
      case BIGINT -> 19;
      default -> 0;
    };
  }
}
