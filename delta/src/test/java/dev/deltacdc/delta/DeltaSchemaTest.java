/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.types.DataType;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DayTimeIntervalType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimeType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.table.types.logical.YearMonthIntervalType;
import org.apache.flink.table.types.logical.ZonedTimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DeltaSchemaTest {

  static Stream<LogicalType> supported() {
    return Stream.concat(EdgeValues.scalarTypes().stream(), EdgeValues.nestedTypes().stream());
  }

  @ParameterizedTest
  @MethodSource("supported")
  void typesMapToDeltaAndBackToAnEquivalent(LogicalType type) {
    DataType delta = DeltaSchema.toDelta(type, "c");

    LogicalType back = DeltaSchema.fromDelta(delta, "c");

    assertThat(back.getTypeRoot().getFamilies())
        .isEqualTo(widest(type).getTypeRoot().getFamilies());
    assertThat(DeltaSchema.toDelta(back, "c")).isEqualTo(delta);
  }

  private static LogicalType widest(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case CHAR -> new VarCharType(1);
      case BINARY -> new org.apache.flink.table.types.logical.VarBinaryType(1);
      default -> type;
    };
  }

  static Stream<LogicalType> unsupported() {
    return Stream.of(
        new TimeType(3),
        new DayTimeIntervalType(DayTimeIntervalType.DayTimeResolution.DAY),
        new YearMonthIntervalType(YearMonthIntervalType.YearMonthResolution.MONTH),
        new ZonedTimestampType(3),
        new MultisetType(new VarCharType(3)),
        new ArrayType(new TimeType(0)));
  }

  @ParameterizedTest
  @MethodSource("unsupported")
  void otherTypesAreRefusedByColumn(LogicalType type) {
    RowType row = RowType.of(new LogicalType[] {type}, new String[] {"quando"});

    assertThatThrownBy(() -> DeltaSchema.toDelta(row, Map.of()))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("Column quando")
        .hasMessageContaining("cannot store");
  }

  @Test
  void moreThanMicrosecondsAreRefused() {
    for (LogicalType type :
        new LogicalType[] {new TimestampType(9), new LocalZonedTimestampType(7)}) {
      RowType row = RowType.of(new LogicalType[] {type}, new String[] {"at"});

      assertThatThrownBy(() -> DeltaSchema.toDelta(row, Map.of()))
          .hasMessageContaining("Column at")
          .hasMessageContaining("at most 6");
    }
  }
}
