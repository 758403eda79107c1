/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.ColumnMigration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;

/** Rows on their way from events through state to the snapshot table. */
final class VersionRows {
  private final DayRule days;
  private final int[] deleteColumns;
  private final int eventTime;
  private final boolean deletedColumn;
  private final RowDataSerializer rows;
  private final ColumnMigration migration;
  private final RowData.FieldGetter[] getters;

  VersionRows(DailySnapshotOptions options) {
    RowType rowType = options.rowType();
    this.days = options.dayRule();
    this.eventTime = options.eventTime();
    this.deleteColumns =
        Stream.concat(options.keys().stream(), Stream.of(options.eventTime()))
            .mapToInt(Integer::intValue)
            .distinct()
            .toArray();
    this.deletedColumn = options.rows() == DailySnapshotOptions.Rows.CHANGED;
    this.rows = new RowDataSerializer(rowType);
    this.migration = new ColumnMigration(rowType);
    this.getters = new RowData.FieldGetter[rowType.getFieldCount()];
    for (int i = 0; i < getters.length; i++) {
      LogicalType nullable = rowType.getTypeAt(i).copy(true);
      getters[i] = RowData.createFieldGetter(nullable, i);
    }
  }

  /** The version that an event makes; its row is a copy. */
  Version version(ChangeEvent event) {
    RowData row = event.delete() ? keysAndTime(event.row()) : event.row();
    BinaryRowData copy = rows.toBinaryRow(row).copy();
    copy.setRowKind(RowKind.INSERT);
    return new Version(days.dayOf(row), event.sequence(), event.delete(), copy);
  }

  KeyVersions pack(List<Version> versions) {
    return KeyVersions.pack(versions, rows);
  }

  List<Version> unpack(KeyVersions versions) {
    return versions.migrate(migration).unpack(getters.length);
  }

  /** A row of the snapshot table, a new object. */
  RowData output(RowKind kind, SnapshotRow row, int day) {
    RowData columns = row.deleted() ? lastKnown(row) : row.version().row();
    GenericRowData added =
        deletedColumn ? GenericRowData.of(day, row.deleted()) : GenericRowData.of(day);
    return new JoinedRowData(kind, columns, added);
  }

  private RowData keysAndTime(RowData row) {
    GenericRowData kept = new GenericRowData(getters.length);
    for (int column : deleteColumns) {
      kept.setField(column, getters[column].getFieldOrNull(row));
    }
    return kept;
  }

  /** The row before the delete, dated by the delete. */
  private RowData lastKnown(SnapshotRow row) {
    GenericRowData known = new GenericRowData(getters.length);
    for (int i = 0; i < getters.length; i++) {
      RowData from = i == eventTime ? row.deletedBy().row() : row.version().row();
      known.setField(i, getters[i].getFieldOrNull(from));
    }
    return known;
  }
}
