/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.table;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * How the columns of an existing table differ from those a job writes. Nullability and comments
 * don't count: a NULL for a NOT NULL column is noticed when it is written.
 */
final class SchemaComparison {

  private SchemaComparison() {}

  /** Differences in words, empty when the job can write the table. */
  static List<String> differences(StructType wanted, StructType actual) {
    List<String> differences = new ArrayList<>();
    Map<String, StructField> actualByName = new HashMap<>();
    for (StructField field : actual.fields()) {
      actualByName.put(field.getName().toLowerCase(Locale.ROOT), field);
    }
    Set<String> wantedNames = new HashSet<>();
    for (StructField field : wanted.fields()) {
      String name = field.getName();
      wantedNames.add(name.toLowerCase(Locale.ROOT));
      StructField other = actualByName.get(name.toLowerCase(Locale.ROOT));
      if (other == null) {
        differences.add("column " + name + " is missing in the table");
      } else if (!other.getName().equals(name)) {
        differences.add("column " + name + " is written " + other.getName() + " in the table");
      } else if (!sameType(field.getDataType(), other.getDataType())) {
        differences.add(
            "column %s is %s in the table, the job has %s"
                .formatted(name, text(other.getDataType()), text(field.getDataType())));
      }
    }
    for (StructField field : actual.fields()) {
      if (!wantedNames.contains(field.getName().toLowerCase(Locale.ROOT))) {
        differences.add("column " + field.getName() + " of the table is unknown to the job");
      }
    }
    if (differences.isEmpty() && !wanted.fieldNames().equals(actual.fieldNames())) {
      differences.add(
          "the table's columns stand in another order: " + String.join(", ", actual.fieldNames()));
    }
    return differences;
  }

  static boolean sameType(DataType a, DataType b) {
    if (a instanceof ArrayType x && b instanceof ArrayType y) {
      return sameType(x.getElementType(), y.getElementType());
    }
    if (a instanceof MapType x && b instanceof MapType y) {
      return sameType(x.getKeyType(), y.getKeyType())
          && sameType(x.getValueType(), y.getValueType());
    }
    if (a instanceof StructType x && b instanceof StructType y) {
      if (!x.fieldNames().equals(y.fieldNames())) {
        return false;
      }
      for (int i = 0; i < x.length(); i++) {
        if (!sameType(x.at(i).getDataType(), y.at(i).getDataType())) {
          return false;
        }
      }
      return true;
    }
    return a.equals(b);
  }

  /** A Delta type as SQL users write it. */
  static String text(DataType type) {
    return DeltaSchema.fromDelta(type, "").asSummaryString();
  }
}
