/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.Sequence;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;

/** Events of a small table of products: id, name, stock, updated_at. */
final class Products {
  static final RowType TYPE =
      RowType.of(
          new LogicalType[] {
            new VarCharType(false, VarCharType.MAX_LENGTH),
            new VarCharType(VarCharType.MAX_LENGTH),
            new IntType(),
            new LocalZonedTimestampType(6)
          },
          new String[] {"id", "name", "stock", "updated_at"});

  static final ZoneId UTC = ZoneOffset.UTC;

  private Products() {}

  /** ROWS ALL in UTC, 3 late days. */
  static DailySnapshotOptions.Builder allRows() {
    return DailySnapshotOptions.builder(TYPE, List.of(0), 3, UTC);
  }

  /** ROWS CHANGED on name and stock. */
  static DailySnapshotOptions.Builder changedRows() {
    return allRows()
        .rowsChanged(DailySnapshotOptions.comparedByDefault(TYPE, List.of(0), 3, List.of()));
  }

  static ChangeEvent upsert(String id, long sequence, String time, @Nullable Integer stock) {
    return ChangeEvent.upsert(row(id, "name of " + id, stock, millis(time)), sequence(sequence));
  }

  /** A delete that carries the key and its time only. */
  static ChangeEvent delete(String id, long sequence, String time) {
    return ChangeEvent.delete(row(id, null, null, millis(time)), sequence(sequence));
  }

  static GenericRowData row(
      String id, @Nullable String name, @Nullable Integer stock, long epochMillis) {
    return GenericRowData.of(
        StringData.fromString(id),
        name == null ? null : StringData.fromString(name),
        stock,
        TimestampData.fromEpochMillis(epochMillis));
  }

  static Sequence sequence(long number) {
    return Sequence.of(ByteBuffer.allocate(8).putLong(number).array());
  }

  static Version version(int day, long sequence, boolean delete) {
    return new Version(
        day, sequence(sequence), delete, row("a", "n", (int) sequence, day * 86_400_000L));
  }

  /** The time of day may be left out. */
  static long millis(String time) {
    LocalDateTime at =
        time.contains("T") ? LocalDateTime.parse(time) : LocalDate.parse(time).atTime(12, 0);
    return at.toInstant(ZoneOffset.UTC).toEpochMilli();
  }

  static int day(String date) {
    return (int) LocalDate.parse(date).toEpochDay();
  }

  /** A row of the snapshot table as text: {@code id day stock [deleted]}. */
  static String text(RowData row, boolean deletedColumn) {
    return row.getString(0)
        + " "
        + LocalDate.ofEpochDay(row.getInt(4))
        + " "
        + (row.isNullAt(2) ? "null" : row.getInt(2))
        + (deletedColumn && row.getBoolean(5) ? " deleted" : "");
  }
}
