/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.internal.types.TypeWideningChecker;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TypeChange;
import java.util.ArrayList;
import java.util.List;

/**
 * Columns whose type becomes wider while their old data files stay (protocol: "Type Widening").
 * That needs a table feature which readers must know, so it is done only where the table's
 * properties, there or in the job, allow it.
 */
final class TypeWidening {

  private TypeWidening() {}

  static boolean isEnabled(TableSnapshot table, DeltaTable wanted) {
    return Boolean.parseBoolean(table.properties().get(DeltaTable.TYPE_WIDENING))
        || isWanted(wanted);
  }

  static boolean isWanted(DeltaTable wanted) {
    return Boolean.parseBoolean(wanted.properties().get(DeltaTable.TYPE_WIDENING));
  }

  /** Whether every value stays the same number: whole numbers, FLOAT to DOUBLE, more digits. */
  static boolean isPossible(DataType from, DataType to) {
    boolean alike =
        (isWhole(from) && isWhole(to))
            || (from instanceof FloatType && to instanceof DoubleType)
            || (from instanceof DecimalType && to instanceof DecimalType);
    return alike && TypeWideningChecker.isWideningSupported(from, to);
  }

  private static boolean isWhole(DataType type) {
    return type instanceof ByteType
        || type instanceof ShortType
        || type instanceof IntegerType
        || type instanceof LongType;
  }

  /** All that the columns note. */
  static List<TypeChange> changes(StructType columns) {
    return columns.fields().stream().flatMap(field -> field.getTypeChanges().stream()).toList();
  }

  /** The column with the type, and with a note of the change for readers. */
  static StructField widened(StructField field, DataType to) {
    List<TypeChange> changes = new ArrayList<>(field.getTypeChanges());
    changes.add(new TypeChange(field.getDataType(), to));
    return new StructField(field.getName(), to, field.isNullable(), field.getMetadata())
        .withTypeChanges(changes);
  }
}
