/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.write;

import dev.deltacdc.delta.LiveFile;
import dev.deltacdc.delta.PartitionValues;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.sink.index.RowLocation;
import java.util.List;
import java.util.OptionalInt;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;

/** The DATE column by which index entries expire; may be absent, then nothing expires. */
final class DayColumn {

  private final @Nullable String column;
  private final int field;

  private DayColumn(@Nullable String column, int field) {
    this.column = column;
    this.field = field;
  }

  static DayColumn of(WriterSettings settings) {
    String column = settings.dayColumn();
    return new DayColumn(
        column, column == null ? -1 : settings.table().rowType().getFieldIndex(column));
  }

  boolean isPresent() {
    return column != null;
  }

  /** Days since the epoch, or {@link RowLocation#NO_DAY} without a column. */
  int of(RowData row) {
    return column == null ? RowLocation.NO_DAY : row.getInt(field);
  }

  /** Whether a file of the table may have rows of a day or of later ones. */
  boolean mayHold(LiveFile file, int day) {
    if (column == null || day == RowLocation.NO_DAY) {
      return true;
    }
    OptionalInt partition = PartitionValues.epochDay(file.file().partitionValues(), column);
    return partition.isEmpty() || partition.getAsInt() >= day;
  }

  /**
   * The first day that an index built from a table needs: {@code window} days before its newest
   * one, since nothing tells which days were closed.
   */
  int firstDay(TableSnapshot table, int window) throws Exception {
    if (column == null) {
      return RowLocation.NO_DAY;
    }
    int[] newest = {RowLocation.NO_DAY};
    if (table.partitionColumns().contains(column)) {
      table.forEachLiveFile(
          file ->
              PartitionValues.epochDay(file.file().partitionValues(), column)
                  .ifPresent(day -> newest[0] = Math.max(newest[0], day)));
    } else {
      table
          .keyScan(List.of(column))
          .scan(
              file -> true,
              (file, position, row) -> newest[0] = Math.max(newest[0], row.getInt(0)));
    }
    return newest[0] == RowLocation.NO_DAY ? RowLocation.NO_DAY : newest[0] - window;
  }
}
