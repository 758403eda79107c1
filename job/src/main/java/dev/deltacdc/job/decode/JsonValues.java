/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import java.time.ZoneId;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;

/**
 * The reader of each type in JSON.
 *
 * @param record what the readers share
 * @param zone where a time without zone is, for TIMESTAMP_LTZ
 */
record JsonValues(JsonRecord record, ZoneId zone) {

  /**
   * A reader of objects.
   *
   * @param spare how many fields to leave at the end of each row
   */
  JsonRow row(RowType type, int spare) {
    JsonValue[] values = new JsonValue[type.getFieldCount()];
    for (int i = 0; i < values.length; i++) {
      values[i] = of(type.getTypeAt(i));
    }
    return new JsonRow(type, values, spare);
  }

  JsonValue of(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case ROW -> row((RowType) type, 0);
      case ARRAY -> {
        LogicalType element = ((ArrayType) type).getElementType();
        yield new JsonArray(of(element), element.isNullable());
      }
      case MAP -> {
        MapType map = (MapType) type;
        yield new JsonMap(
            TextValues.of(map.getKeyType(), zone),
            of(map.getValueType()),
            map.getValueType().isNullable(),
            record);
      }
      default -> new JsonScalar(type, TextValues.of(type, zone), record);
    };
  }
}
