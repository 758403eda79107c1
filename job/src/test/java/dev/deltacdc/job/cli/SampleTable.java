/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.deltacdc.delta.DataFile;
import dev.deltacdc.delta.DeletionVector;
import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.delta.TableCommit;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import dev.deltacdc.job.testdata.Columns;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.roaringbitmap.RoaringBitmap;

/**
 * A table of many types with 1,500 rows, of which the first 100 are deleted by a vector in version
 * 2.
 */
final class SampleTable {
  static final RowType TYPE =
      RowType.of(
          new LogicalType[] {
            new IntType(),
            new VarCharType(VarCharType.MAX_LENGTH),
            new DecimalType(10, 2),
            new DateType(),
            new LocalZonedTimestampType(6),
            new TimestampType(6),
            new VarBinaryType(VarBinaryType.MAX_LENGTH),
            new BooleanType(),
            new ArrayType(new IntType())
          },
          new String[] {"id", "name", "amount", "day", "at", "wall", "raw", "even", "list"});

  /** The same for Spark. */
  static final Map<String, String> COLUMNS =
      Columns.of(
          "id",
          "INT",
          "name",
          "STRING",
          "amount",
          "DECIMAL(10,2)",
          "day",
          "DATE",
          "at",
          "TIMESTAMP",
          "wall",
          "TIMESTAMP_NTZ",
          "raw",
          "BINARY",
          "even",
          "BOOLEAN",
          "list",
          "ARRAY<INT>");

  private SampleTable() {}

  static void write(Path folder) {
    TableStore store = TableStore.open(folder.toString(), Map.of());
    TableSnapshot empty = store.createOrCheck(DeltaTable.of(folder.toString(), TYPE), true);
    List<RowData> rows = IntStream.range(0, 1_500).mapToObj(SampleTable::row).toList();
    List<DataFile> files = empty.dataFileWriter(TYPE, 1L << 30).write(Map.of(), rows.iterator());
    TableCommit add = empty.newCommit();
    files.forEach(file -> add.add(file, null));
    TableSnapshot full = add.commit().snapshot();

    RoaringBitmap first = RoaringBitmap.bitmapOfRange(0, 100);
    Map<String, DeletionVector> vectors = store.vectors().write(Map.of(files.get(0).path(), first));
    TableCommit delete = full.newCommit();
    full.forEachLiveFile(file -> delete.replaceVector(file, vectors.get(file.path())));
    delete.commit();
  }

  private static RowData row(int i) {
    if (i == 101) {
      return GenericRowData.of(i, null, null, null, null, null, null, null, null);
    }
    TimestampData time = TimestampData.fromInstant(Instant.parse("2026-01-02T03:04:05.000006Z"));
    return GenericRowData.of(
        i,
        StringData.fromString(i == 102 ? "São \"x\", y\nz" : "name " + i),
        DecimalData.fromBigDecimal(new BigDecimal("1234.50"), 10, 2),
        20_455 + i % 3,
        time,
        time,
        i == 103 ? new byte[] {(byte) 0xff, 0x01} : ("raw é " + i).getBytes(UTF_8),
        i % 2 == 0,
        new GenericArrayData(new int[] {i, i + 1}));
  }
}
