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
    return differences(wanted, actual, false);
  }

  /**
   * Differences in words that {@link #withAdded} doesn't heal: nullable columns that the table
   * lacks are none.
   */
  static List<String> differencesToAdded(StructType wanted, StructType actual) {
    return differences(wanted, actual, true);
  }

  /**
   * The table's columns and those that only the job has, in the job's order. Columns are found by
   * name in data files, so a place in the middle changes nothing for readers of old files, and
   * {@code SELECT *} shows the columns as the job declares them.
   */
  static StructType withAdded(StructType wanted, StructType actual) {
    return new StructType(
        wanted.fields().stream()
            .map(field -> actual.indexOf(field.getName()) < 0 ? field : actual.get(field.getName()))
            .toList());
  }

  private static List<String> differences(
      StructType wanted, StructType actual, boolean mayBeAdded) {
    List<String> differences = new ArrayList<>();
    List<String> addable = new ArrayList<>();
    List<String> common = new ArrayList<>();
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
        (mayBeAdded && field.isNullable() ? addable : differences).add(missing(field, mayBeAdded));
      } else if (!other.getName().equals(name)) {
        differences.add("column " + name + " is written " + other.getName() + " in the table");
      } else if (!sameType(field.getDataType(), other.getDataType())) {
        differences.add(
            "column %s is %s in the table, the job has %s"
                .formatted(name, text(other.getDataType()), text(field.getDataType())));
      } else {
        common.add(name);
      }
    }
    for (StructField field : actual.fields()) {
      if (!wantedNames.contains(field.getName().toLowerCase(Locale.ROOT))) {
        differences.add("column " + field.getName() + " of the table is unknown to the job");
      }
    }
    if (differences.isEmpty() && !common.equals(actual.fieldNames())) {
      differences.add(
          "the table's columns stand in another order: " + String.join(", ", actual.fieldNames()));
    }
    if (!differences.isEmpty()) {
      // They may belong together: a renamed column is one that is gone and one that is missing.
      differences.addAll(addable);
    }
    return differences;
  }

  private static String missing(StructField field, boolean mayBeAdded) {
    String what = "column " + field.getName() + " is missing in the table";
    return mayBeAdded && !field.isNullable()
        ? what + " and NOT NULL in the job, but rows that are there have no value"
        : what;
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
