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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How the columns of an existing table differ from those a job writes. Nullability, comments and
 * the order don't count: a NULL for a NOT NULL column is noticed when it is written, and columns
 * are found by name.
 */
final class SchemaComparison {

  private SchemaComparison() {}

  /**
   * Differences that are none.
   *
   * @param added nullable columns that the table lacks: {@link #merged} adds them
   * @param kept nullable columns that the job lacks: its rows are NULL there
   * @param widened types that the table can be given: {@link #merged} widens them
   * @param fixed columns whose types stay nevertheless: keys and partitions
   * @param needed columns that are not added nevertheless: keys that the table doesn't state
   */
  record Leeway(
      boolean added, boolean kept, boolean widened, Set<String> fixed, Set<String> needed) {

    /** The table is written as it is. */
    static Leeway asIs(boolean kept) {
      return new Leeway(false, kept, false, Set.of(), Set.of());
    }
  }

  /** Differences in words, empty when the job can write the table. */
  static List<String> differences(StructType wanted, StructType actual, Leeway leeway) {
    List<String> differences = new ArrayList<>();
    List<String> addable = new ArrayList<>();
    Map<String, StructField> actualByName = new HashMap<>();
    for (StructField field : actual.fields()) {
      actualByName.put(field.getName().toLowerCase(Locale.ROOT), field);
    }
    Set<String> wantedNames = new HashSet<>();
    for (StructField field : wanted.fields()) {
      String name = field.getName().toLowerCase(Locale.ROOT);
      wantedNames.add(name);
      StructField other = actualByName.get(name);
      if (other == null) {
        (isAddable(field, leeway) ? addable : differences).add(missing(field, leeway));
      } else {
        difference(field, other, leeway).ifPresent(differences::add);
      }
    }
    for (StructField field : actual.fields()) {
      if (!wantedNames.contains(field.getName().toLowerCase(Locale.ROOT))) {
        unknown(field, leeway).ifPresent(differences::add);
      }
    }
    if (!differences.isEmpty()) {
      // They may belong together: a renamed column is one that is gone and one that is missing.
      differences.addAll(addable);
    }
    return differences;
  }

  /**
   * The table's columns, in their order and with the job's types, and those that only the job has,
   * each after the one that it follows in the job. Columns are found by name in data files, so a
   * place in the middle changes nothing for readers of old files.
   */
  static StructType merged(StructType wanted, StructType actual) {
    List<StructField> fields = new ArrayList<>(actual.fields());
    List<String> names = new ArrayList<>(actual.fieldNames());
    int next = 0;
    for (StructField field : wanted.fields()) {
      int place = names.indexOf(field.getName());
      if (place < 0) {
        place = next;
        fields.add(place, field);
        names.add(place, field.getName());
      } else if (!sameType(field.getDataType(), fields.get(place).getDataType())) {
        fields.set(place, TypeWidening.widened(fields.get(place), field.getDataType()));
      }
      next = place + 1;
    }
    return new StructType(fields);
  }

  private static boolean isAddable(StructField field, Leeway leeway) {
    return leeway.added() && field.isNullable() && !leeway.needed().contains(field.getName());
  }

  private static String missing(StructField field, Leeway leeway) {
    String what = "column " + field.getName() + " is missing in the table";
    if (leeway.needed().contains(field.getName())) {
      return what + " and a key, but rows that are there have no value";
    }
    return leeway.added() && !field.isNullable()
        ? what + " and NOT NULL in the job, but rows that are there have no value"
        : what;
  }

  private static Optional<String> unknown(StructField field, Leeway leeway) {
    if (leeway.kept() && field.isNullable()) {
      return Optional.empty();
    }
    String what = "column " + field.getName() + " of the table is unknown to the job";
    return Optional.of(
        leeway.kept() ? what + " and NOT NULL, but rows to come have no value" : what);
  }

  private static Optional<String> difference(StructField field, StructField other, Leeway leeway) {
    String name = field.getName();
    DataType type = field.getDataType();
    DataType was = other.getDataType();
    if (!other.getName().equals(name)) {
      return Optional.of("column " + name + " is written " + other.getName() + " in the table");
    } else if (sameType(type, was)) {
      return Optional.empty();
    }
    String difference =
        "column %s is %s in the table, the job has %s".formatted(name, text(was), text(type));
    if (!TypeWidening.isPossible(was, type)) {
      return Optional.of(difference);
    } else if (leeway.fixed().contains(name)) {
      return Optional.of(difference + " (key and partition columns are not widened)");
    } else if (!leeway.widened()) {
      return Optional.of(
          difference
              + " (widened where the table has TBLPROPERTIES ('"
              + DeltaTable.TYPE_WIDENING
              + "' = 'true'): its readers must know Delta's type widening)");
    }
    return Optional.empty();
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
