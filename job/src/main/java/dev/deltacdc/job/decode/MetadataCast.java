/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * A metadata value in the type that its column declares. Of the casts of Flink's SQL those are
 * there that lose nothing: what a value of the type cannot be is an error of its record.
 */
public final class MetadataCast {

  private final Step step;

  private interface Step {
    Object apply(Object value) throws DecodeException;
  }

  private MetadataCast(Step step) {
    this.step = step;
  }

  /** Whether there is a cast. */
  public static boolean exists(LogicalType from, LogicalType to) {
    if (same(from, to)) {
      return true;
    }
    if (from instanceof MapType source && to instanceof MapType target) {
      return same(source.getKeyType(), target.getKeyType())
          && (same(source.getValueType(), target.getValueType()) || isText(target.getValueType()));
    }
    if (isText(from)) {
      return isText(to);
    }
    if (isWhole(from)) {
      return isWhole(to) || isText(to) || to.is(LogicalTypeRoot.DECIMAL);
    }
    return isInstant(from)
        && (isInstant(to) || to.is(LogicalTypeRoot.TIMESTAMP_WITHOUT_TIME_ZONE))
        && LogicalTypeChecks.getPrecision(from) <= LogicalTypeChecks.getPrecision(to);
  }

  /**
   * The cast.
   *
   * @param zone where a TIMESTAMP is wall clock
   * @throws IllegalArgumentException if there is none
   */
  public static MetadataCast of(LogicalType from, LogicalType to, ZoneId zone) {
    if (!exists(from, to)) {
      throw new IllegalArgumentException("no cast from " + from + " to " + to);
    }
    if (same(from, to)) {
      return new MetadataCast(value -> value);
    }
    if (to instanceof MapType map) {
      return new MetadataCast(map((MapType) from, map, zone));
    }
    if (isInstant(from)) {
      return new MetadataCast(
          isInstant(to)
              ? value -> value
              : value ->
                  TimestampData.fromLocalDateTime(
                      LocalDateTime.ofInstant(((TimestampData) value).toInstant(), zone)));
    }
    TextValue text = TextValues.of(to, zone);
    return new MetadataCast(
        value -> {
          byte[] bytes = value.toString().getBytes(UTF_8);
          return text.decode(bytes, 0, bytes.length);
        });
  }

  /** The value in the column's type. */
  public Object apply(Object value) throws DecodeException {
    return step.apply(value);
  }

  private static Step map(MapType from, MapType to, ZoneId zone) {
    boolean nullable = to.getValueType().isNullable();
    boolean asText = isText(to.getValueType()) && !isText(from.getValueType());
    if (nullable && !asText) {
      return value -> value;
    }
    TextValue text = asText ? TextValues.of(to.getValueType(), zone) : null;
    Utf8 utf8 = new Utf8();
    ArrayData.ElementGetter keys = ArrayData.createElementGetter(from.getKeyType());
    ArrayData.ElementGetter values = ArrayData.createElementGetter(from.getValueType());
    return value -> {
      MapData map = (MapData) value;
      Map<Object, Object> entries = new LinkedHashMap<>();
      for (int i = 0; i < map.size(); i++) {
        Object key = keys.getElementOrNull(map.keyArray(), i);
        Object entry = values.getElementOrNull(map.valueArray(), i);
        try {
          if (entry == null && !nullable) {
            throw DecodeException.misfit("is null, the values are NOT NULL");
          }
          if (entry != null && text != null) {
            byte[] bytes = (byte[]) entry;
            utf8.check(bytes);
            entry = text.decode(bytes, 0, bytes.length);
          }
        } catch (DecodeException e) {
          throw e.within("['" + key + "']");
        }
        entries.put(key, entry);
      }
      return new GenericMapData(entries);
    };
  }

  private static boolean same(LogicalType a, LogicalType b) {
    return a.copy(true).equals(b.copy(true));
  }

  private static boolean isText(LogicalType type) {
    return type.is(LogicalTypeFamily.CHARACTER_STRING);
  }

  private static boolean isWhole(LogicalType type) {
    return type.is(LogicalTypeFamily.INTEGER_NUMERIC);
  }

  private static boolean isInstant(LogicalType type) {
    return type.is(LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
  }
}
