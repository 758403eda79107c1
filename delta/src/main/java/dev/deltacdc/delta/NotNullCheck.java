/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * Refuses a row with a NULL where the table declares NOT NULL, in nested types too, and a map with
 * a NULL key. Parquet doesn't: a NULL in a required field shifts the values of the rows after it.
 */
final class NotNullCheck {

  /** Takes a value of one column, field or element. */
  private interface Check {
    void value(@Nullable Object value);
  }

  private record Field(RowData.FieldGetter getter, Check check) {}

  private final List<Field> fields;

  /**
   * @param schema the table's columns
   * @param rowType the rows', which has the same fields
   */
  NotNullCheck(StructType schema, LogicalType rowType) {
    this.fields = fields(schema, rowType, "");
  }

  /** Throws, naming the column, when something required is NULL. */
  void check(RowData row) {
    for (Field field : fields) {
      field.check().value(field.getter().getFieldOrNull(row));
    }
  }

  /** Those of the fields in which something may be wrong. */
  private static List<Field> fields(StructType struct, LogicalType type, String prefix) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < struct.length(); i++) {
      StructField field = struct.at(i);
      LogicalType fieldType = type.getChildren().get(i);
      Check check =
          of(field.getDataType(), fieldType, field.isNullable(), prefix + field.getName());
      if (check != null) {
        // Of a type that says NOT NULL the getter would not look.
        fields.add(new Field(RowData.createFieldGetter(fieldType.copy(true), i), check));
      }
    }
    return fields;
  }

  private static @Nullable Check of(
      DataType delta, LogicalType flink, boolean nullable, String path) {
    Check inner = inside(delta, flink, path);
    if (nullable && inner == null) {
      return null;
    }
    return value -> {
      if (value == null && !nullable) {
        throw TableErrors.nullInRequiredColumn(path);
      }
      if (value != null && inner != null) {
        inner.value(value);
      }
    };
  }

  private static @Nullable Check inside(DataType delta, LogicalType flink, String path) {
    if (delta instanceof StructType struct) {
      List<Field> fields = fields(struct, flink, path + ".");
      return fields.isEmpty()
          ? null
          : value -> {
            for (Field field : fields) {
              field.check().value(field.getter().getFieldOrNull((RowData) value));
            }
          };
    }
    if (delta instanceof ArrayType array) {
      LogicalType element = flink.getChildren().get(0);
      Check check = of(array.getElementType(), element, array.containsNull(), path + ".element");
      return check == null ? null : value -> elements((ArrayData) value, element, check);
    }
    if (delta instanceof MapType map) {
      LogicalType key = flink.getChildren().get(0);
      LogicalType item = flink.getChildren().get(1);
      Check keys = of(map.getKeyType(), key, false, path + ".key");
      Check values = of(map.getValueType(), item, map.isValueContainsNull(), path + ".value");
      return value -> {
        elements(((MapData) value).keyArray(), key, keys);
        if (values != null) {
          elements(((MapData) value).valueArray(), item, values);
        }
      };
    }
    return null;
  }

  private static void elements(ArrayData array, LogicalType type, Check check) {
    ArrayData.ElementGetter getter = ArrayData.createElementGetter(type.copy(true));
    for (int i = 0; i < array.size(); i++) {
      check.value(getter.getElementOrNull(array, i));
    }
  }
}
