/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Brings restored versions to the columns of this job, by name: columns that came since are NULL
 * (semantics: "added source column"). For one thread.
 */
final class ColumnMigration {
  private final RowType columns;
  private final RowDataSerializer rows;

  private @Nullable RowType from;
  private boolean needless;

  /** By position in the columns of this job; null: not among the earlier ones. */
  private final @Nullable RowData.FieldGetter[] getters;

  ColumnMigration(RowType columns) {
    this.columns = columns;
    this.rows = new RowDataSerializer(columns);
    this.getters = new RowData.FieldGetter[columns.getFieldCount()];
  }

  /** Whether all earlier columns are still there, with their types; nullability doesn't count. */
  static boolean isPossible(RowType from, RowType to) {
    for (RowType.RowField field : from.getFields()) {
      int position = to.getFieldIndex(field.getName());
      if (position < 0 || !nullable(field.getType()).equals(nullable(to.getTypeAt(position)))) {
        return false;
      }
    }
    return true;
  }

  /** Whether nothing has to be done: the same columns in the same order. */
  static boolean isNeedless(RowType from, RowType to) {
    return from.getFieldNames().equals(to.getFieldNames()) && isPossible(from, to);
  }

  private static LogicalType nullable(LogicalType type) {
    return type.copy(true);
  }

  KeyVersions apply(KeyVersions versions) {
    RowType earlier = versions.columns();
    if (earlier == null) {
      return versions;
    }
    if (!earlier.equals(from)) {
      from = earlier;
      needless = isNeedless(earlier, columns);
      for (int i = 0; i < getters.length; i++) {
        int position = earlier.getFieldIndex(columns.getFieldNames().get(i));
        getters[i] =
            position < 0
                ? null
                : RowData.createFieldGetter(nullable(earlier.getTypeAt(position)), position);
      }
    }
    if (needless) {
      return KeyVersions.of(versions.bytes());
    }
    List<Version> migrated = new ArrayList<>();
    for (Version version : versions.unpack(earlier.getFieldCount())) {
      RowData row = rows.toBinaryRow(row(version.row())).copy();
      migrated.add(new Version(version.day(), version.sequence(), version.delete(), row));
    }
    return KeyVersions.pack(migrated, rows);
  }

  private RowData row(RowData earlier) {
    GenericRowData row = new GenericRowData(getters.length);
    for (int i = 0; i < getters.length; i++) {
      row.setField(i, getters[i] == null ? null : getters[i].getFieldOrNull(earlier));
    }
    return row;
  }
}
