/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;

class PositionReaderTest {
  private static final LogicalType STRING = new VarCharType(VarCharType.MAX_LENGTH);
  private static final RowType TYPE =
      new RowType(
          List.of(
              new RowType.RowField("id", new IntType()),
              new RowType.RowField("name", STRING),
              new RowType.RowField(EventOrigin.COLUMN, EventOrigin.TYPE)));

  private final PositionReader reader = PositionReader.of(TYPE, 2, 2, "feed");

  @Test
  void theOriginTellsThePlace() {
    byte[] raw = "1,a".getBytes(UTF_8);
    RowData row =
        GenericRowData.of(
            1, StringData.fromString("a"), EventOrigin.of("orders", "in/a.csv", 12, raw, 1000L));
    EventPosition position = reader.read(new RowDataSerializer(TYPE).toBinaryRow(row));
    assertThat(position.source()).isEqualTo("orders");
    assertThat(position.position()).isEqualTo("in/a.csv:12");
    assertThat(position.raw()).isEqualTo(raw);
    assertThat(position.timeMillis()).isEqualTo(1000L);
  }

  @Test
  void withoutOriginTheContentIsThePlace() {
    RowData row = GenericRowData.of(1, StringData.fromString("a"), null);
    EventPosition position = reader.read(row);
    assertThat(position.source()).isEqualTo("feed");
    assertThat(position.position()).matches("sha256:[0-9a-f]{64}");
    assertThat(new String(position.raw(), UTF_8)).isEqualTo("{\"id\":1,\"name\":\"a\"}");
    assertThat(position.timeMillis()).isNull();
    assertThat(reader.read(row).position()).isEqualTo(position.position());
    assertThat(reader.read(GenericRowData.of(2, StringData.fromString("a"), null)).position())
        .isNotEqualTo(position.position());
  }

  @Test
  void everyTypeHasAText() {
    RowType type =
        RowType.of(
            new BooleanType(),
            new DecimalType(5, 2),
            new DoubleType(),
            new DateType(),
            new VarBinaryType(9),
            new LocalZonedTimestampType(6),
            new ArrayType(STRING),
            new MapType(STRING, new IntType()),
            RowType.of(STRING),
            STRING);
    RowData row =
        GenericRowData.of(
            true,
            DecimalData.fromBigDecimal(new BigDecimal("1.50"), 5, 2),
            Double.NaN,
            -1,
            new byte[] {1, 2},
            TimestampData.fromEpochMillis(0, 1000),
            new GenericArrayData(new Object[] {StringData.fromString("x"), null}),
            new GenericMapData(Map.of(StringData.fromString("k"), 1)),
            GenericRowData.of(StringData.fromString("n")),
            StringData.fromString("\"\\\n\u0001\u00e9"));
    assertThat(RowText.of(type, 10).text(row))
        .isEqualTo(
            "{\"f0\":true,\"f1\":1.50,\"f2\":\"NaN\",\"f3\":\"1969-12-31\",\"f4\":\"AQI=\","
                + "\"f5\":\"1970-01-01T00:00:00.000001Z\",\"f6\":[\"x\",null],\"f7\":[[\"k\",1]],"
                + "\"f8\":{\"f0\":\"n\"},\"f9\":\"\\\"\\\\\\n\\u0001\u00e9\"}");
  }

  @Test
  void aLayoutKnowsItsFields() {
    RowType query =
        RowType.of(
            new IntType(),
            STRING,
            new IntType(),
            new BooleanType(),
            new BooleanType(),
            EventOrigin.TYPE);
    EventLayout layout =
        EventLayout.of(query, 2, 1, List.of(0)).withOrigin().withExpectations(1).withDelete();
    layout.check();
    assertThat(layout.firstSequenceField()).isEqualTo(2);
    assertThat(layout.deleteField()).isEqualTo(3);
    assertThat(layout.truncateField()).isEqualTo(-1);
    assertThat(layout.firstExpectationField()).isEqualTo(4);
    assertThat(layout.originField()).isEqualTo(5);
    assertThat(layout.sequenceTypes()).containsExactly(new IntType());
    EventLayout truncating =
        EventLayout.of(query, 2, 1, List.of(0)).withOrigin().withTruncate().withDelete();
    truncating.check();
    assertThat(truncating.deleteField()).isEqualTo(3);
    assertThat(truncating.truncateField()).isEqualTo(4);
    assertThat(truncating.firstExpectationField()).isEqualTo(5);
    assertThatThrownBy(() -> EventLayout.of(query, 2, 1, List.of(0)).check())
        .hasMessageContaining("6 fields, its layout 3");
    assertThatThrownBy(() -> EventLayout.of(query, 2, 1, List.of(2)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
