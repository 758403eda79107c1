/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetadataCastTest {

  private static final ZoneId LISBON = ZoneId.of("Europe/Lisbon");

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "INT; 7; INT NOT NULL; 7",
        "INT; 7; BIGINT; 7",
        "INT; 7; TINYINT; 7",
        "INT; 700; TINYINT; '700' is out of the range of TINYINT",
        "INT; 7; STRING; 7",
        "BIGINT; 7; DECIMAL(20, 0); 7",
        "STRING; orders; VARCHAR(6); orders",
        "STRING; orders; VARCHAR(5); 'orders' has 6 characters, more than VARCHAR(5) holds",
        "TIMESTAMP_LTZ(3); 2026-07-01T10:00:00.123; TIMESTAMP_LTZ(6); 2026-07-01T10:00:00.123Z",
        "TIMESTAMP_LTZ(3); 2026-07-01T10:00:00.123; TIMESTAMP(3); 2026-07-01T11:00:00.123",
      })
  void castsWithoutALoss(String from, String value, String to, String expected) {
    assertThat(cast(Decoding.type(from), value, Decoding.type(to))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "STRING; INT",
        "STRING; BYTES",
        "INT; BOOLEAN",
        "INT; DOUBLE",
        "TIMESTAMP_LTZ(3); TIMESTAMP_LTZ(0)",
        "TIMESTAMP_LTZ(3); TIMESTAMP(2)",
        "TIMESTAMP_LTZ(3); BIGINT",
        "TIMESTAMP_LTZ(3); DATE",
        "MAP<STRING, BYTES>; STRING",
        "MAP<STRING, BYTES>; MAP<STRING, INT>",
        "MAP<STRING, BYTES>; MAP<INT, BYTES>",
      })
  void otherCastsAreForTheQuery(String from, String to) {
    assertThat(MetadataCast.exists(Decoding.type(from), Decoding.type(to))).isFalse();
    assertThatThrownBy(() -> MetadataCast.of(Decoding.type(from), Decoding.type(to), LISBON))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void headersMayBeText() {
    Map<StringData, byte[]> headers = new HashMap<>();
    headers.put(StringData.fromString("a"), "ação".getBytes(UTF_8));
    headers.put(StringData.fromString("b"), null);
    assertThat(map(headers, "MAP<STRING, BYTES>")).isEqualTo("{a=YcOnw6Nv, b=NULL}");
    assertThat(map(headers, "MAP<STRING, STRING>")).isEqualTo("{a=ação, b=NULL}");
    assertThat(map(headers, "MAP<STRING, STRING NOT NULL>"))
        .isEqualTo("column '['b']': is null, the values are NOT NULL");
    assertThat(map(headers, "MAP<STRING NOT NULL, BYTES NOT NULL>"))
        .isEqualTo("column '['b']': is null, the values are NOT NULL");
    headers.put(StringData.fromString("b"), new byte[] {(byte) 0xFF});
    assertThat(map(headers, "MAP<STRING, STRING>"))
        .isEqualTo("column '['b']': byte 1 is not UTF-8");
  }

  private static String map(Map<StringData, byte[]> headers, String to) {
    return text(
        Decoding.type("MAP<STRING, BYTES>"), new GenericMapData(headers), Decoding.type(to));
  }

  private static String cast(LogicalType from, String value, LogicalType to) {
    Object internal =
        switch (from.getTypeRoot()) {
          case INTEGER -> Integer.valueOf(value);
          case BIGINT -> Long.valueOf(value);
          case VARCHAR -> StringData.fromString(value);
          default -> TimestampData.fromInstant(Instant.parse(value + "Z"));
        };
    return text(from, internal, to);
  }

  private static String text(LogicalType from, Object value, LogicalType to) {
    try {
      Object cast = MetadataCast.of(from, to, LISBON).apply(value);
      RowType row = new RowType(List.of(new RowType.RowField("c", to)));
      return Decoding.text(GenericRowData.of(cast), row);
    } catch (DecodeException e) {
      return e.getMessage();
    }
  }
}
