/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import com.fasterxml.jackson.databind.JsonNode;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import java.math.BigDecimal;
import java.time.DateTimeException;
import javax.annotation.Nullable;
import org.apache.flink.table.data.binary.BinaryStringData;

/**
 * Between what its values lie in a file.
 *
 * @param min no value is less; null when unknown
 * @param max no value is greater; null when unknown
 */
record ColumnBounds(
    @Nullable Comparable<?> min,
    @Nullable Comparable<?> max,
    boolean mayBeNull,
    boolean mayBeNotNull) {

  private static final ColumnBounds UNKNOWN = new ColumnBounds(null, null, true, true);

  /** Statistics cut times to milliseconds (protocol: "Per-file Statistics"). */
  private static final BigDecimal CUT_MICROS = BigDecimal.valueOf(999);

  boolean mayFulfil(FileFilter.Comparison comparison, Object value) {
    if (!mayBeNotNull) {
      return false;
    }
    Comparable<?> wanted =
        value instanceof String text ? BinaryStringData.fromString(text) : (Comparable<?>) value;
    boolean knownMin = min != null && min.getClass() == wanted.getClass();
    boolean knownMax = max != null && max.getClass() == wanted.getClass();
    int least = knownMin ? compare(min, wanted) : 0;
    int greatest = knownMax ? compare(max, wanted) : 0;
    return switch (comparison) {
      case EQUAL -> least <= 0 && greatest >= 0;
      case NOT_EQUAL -> !knownMin || !knownMax || least != 0 || greatest != 0;
      case LESS -> !knownMin || least < 0;
      case LESS_OR_EQUAL -> least <= 0;
      case GREATER -> !knownMax || greatest > 0;
      case GREATER_OR_EQUAL -> greatest >= 0;
    };
  }

  @SuppressWarnings("unchecked")
  private static int compare(Comparable<?> bound, Comparable<?> wanted) {
    return ((Comparable<Object>) bound).compareTo(wanted);
  }

  /** Where the bounds of a file's columns are; its statistics are parsed once, when needed. */
  static final class Source {
    private final DataFile file;
    private @Nullable JsonNode stats;

    Source(DataFile file) {
      this.file = file;
    }

    /** The one value that all rows of the file have. */
    ColumnBounds partition(String column, DataType type) {
      Object value = PartitionValues.value(file.partitionValues().get(column), type);
      if (value == null) {
        return new ColumnBounds(null, null, true, false);
      } else if (value instanceof byte[]) {
        return new ColumnBounds(null, null, false, true);
      }
      Comparable<?> bound =
          value instanceof String text
              ? BinaryStringData.fromString(text)
              : value instanceof Number number ? number(number) : (Comparable<?>) value;
      return new ColumnBounds(bound, bound, false, true);
    }

    private static @Nullable BigDecimal number(Number number) {
      return number instanceof Float || number instanceof Double
          ? floating(number.doubleValue())
          : new BigDecimal(number.toString());
    }

    /** What a FLOAT or DOUBLE is, of which a text is only the shortest form. */
    private static @Nullable BigDecimal floating(double value) {
      return Double.isNaN(value) || Double.isInfinite(value) ? null : new BigDecimal(value);
    }

    /** From the statistics. */
    ColumnBounds data(String column, DataType type) {
      if (file.stats() == null || file.stats().isEmpty()) {
        return UNKNOWN;
      }
      if (stats == null) {
        stats = FileStatistics.parse(file.stats());
      }
      JsonNode nulls = stats.path("nullCount").path(column);
      boolean known = nulls.isIntegralNumber();
      return new ColumnBounds(
          bound(stats.path("minValues").path(column), type, false),
          bound(stats.path("maxValues").path(column), type, true),
          !known || nulls.longValue() > 0,
          !known || file.numRecords() < 0 || nulls.longValue() < file.numRecords());
    }

    private static @Nullable Comparable<?> bound(JsonNode node, DataType type, boolean upper) {
      try {
        if (node.isNumber()) {
          return type instanceof FloatType
              ? floating(node.floatValue())
              : type instanceof DoubleType ? floating(node.doubleValue()) : node.decimalValue();
        } else if (!node.isTextual() || type instanceof BooleanType) {
          return null;
        } else if (type instanceof StringType) {
          return BinaryStringData.fromString(node.textValue());
        } else if (type instanceof FloatType || type instanceof DoubleType) {
          return null; // NaN, infinity
        } else if (type instanceof DateType) {
          return number((Integer) PartitionValues.value(node.textValue(), type));
        } else if (type instanceof TimestampType || type instanceof TimestampNTZType) {
          BigDecimal micros =
              BigDecimal.valueOf(PartitionValues.statisticsMicros(node.textValue()));
          return upper ? micros.add(CUT_MICROS) : micros;
        }
        return null;
      } catch (DateTimeException | ArithmeticException e) {
        return null; // another writer's form
      }
    }
  }
}
