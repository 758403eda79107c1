/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.show;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Values of a row as plain Java: Boolean, Number, String, List and Map. Instants are in UTC and end
 * in Z; wall-clock times have no zone. Bytes that are UTF-8 are shown as text, others in
 * hexadecimal.
 */
final class PlainValue {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSS");

  private PlainValue() {}

  static List<Object> row(RowData row, RowType type) {
    List<Object> values = new ArrayList<>(type.getFieldCount());
    for (int i = 0; i < type.getFieldCount(); i++) {
      values.add(
          of(
              RowData.createFieldGetter(type.getTypeAt(i), i).getFieldOrNull(row),
              type.getTypeAt(i)));
    }
    return values;
  }

  static @Nullable Object of(@Nullable Object value, LogicalType type) {
    if (value == null) {
      return null;
    }
    return switch (type.getTypeRoot()) {
      case DECIMAL -> ((DecimalData) value).toBigDecimal();
      case DATE -> LocalDate.ofEpochDay((int) value).toString();
      case TIMESTAMP_WITHOUT_TIME_ZONE -> time(((TimestampData) value).toLocalDateTime());
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> utc((TimestampData) value) + "Z";
      case BINARY, VARBINARY -> text((byte[]) value);
      case ARRAY -> list((ArrayData) value, ((ArrayType) type).getElementType());
      case MAP -> map((MapData) value, (MapType) type);
      case ROW -> fields((RowData) value, (RowType) type);
      case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, FLOAT, DOUBLE -> value;
      default -> value.toString();
    };
  }

  private static String utc(TimestampData instant) {
    return time(LocalDateTime.ofInstant(instant.toInstant(), ZoneOffset.UTC));
  }

  private static String time(LocalDateTime time) {
    return (time.equals(time.truncatedTo(ChronoUnit.SECONDS)) ? SECONDS : MICROS).format(time);
  }

  private static String text(byte[] bytes) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return "0x" + HexFormat.of().formatHex(bytes);
    }
  }

  private static List<Object> list(ArrayData array, LogicalType element) {
    ArrayData.ElementGetter getter = ArrayData.createElementGetter(element);
    List<Object> values = new ArrayList<>(array.size());
    for (int i = 0; i < array.size(); i++) {
      values.add(of(getter.getElementOrNull(array, i), element));
    }
    return values;
  }

  private static Map<String, Object> map(MapData map, MapType type) {
    List<Object> keys = list(map.keyArray(), type.getKeyType());
    List<Object> values = list(map.valueArray(), type.getValueType());
    Map<String, Object> entries = new LinkedHashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      entries.put(String.valueOf(keys.get(i)), values.get(i));
    }
    return entries;
  }

  static Map<String, Object> fields(RowData row, RowType type) {
    List<Object> values = row(row, type);
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < values.size(); i++) {
      fields.put(type.getFieldNames().get(i), values.get(i));
    }
    return fields;
  }
}
