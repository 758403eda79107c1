/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.standalone.DeltaLog;
import io.delta.standalone.data.CloseableIterator;
import io.delta.standalone.data.RowRecord;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Delta Standalone shares no code with Kernel; it reads tables without deletion vectors. Of
 * timestamps it knows only the INT96 form that nobody writes any more, so there are none here.
 */
class StandaloneReadTest {

  @TempDir Path folder;

  private static final LogicalType STRING = new VarCharType(VarCharType.MAX_LENGTH);

  @Test
  void appendTablesAreReadAlike() throws Exception {
    RowType rowType =
        RowType.of(
            new LogicalType[] {
              new IntType(),
              STRING,
              new DateType(),
              new DecimalType(38, 10),
              new BooleanType(),
              new DoubleType(),
              new VarBinaryType(VarBinaryType.MAX_LENGTH),
              new ArrayType(STRING),
              new MapType(STRING.copy(false), new IntType()),
              RowType.of(new LogicalType[] {new IntType(), STRING}, new String[] {"a", "b"})
            },
            new String[] {
              "id", "city", "day", "price", "ok", "ratio", "raw", "tags", "counts", "pair"
            });
    DeltaTable definition =
        DeltaTable.of(folder.resolve("t").toString(), rowType)
            .partitionedBy(List.of("city", "day"));
    TestTable table = TestTable.create(definition, false);
    int day = (int) LocalDate.of(2026, 2, 28).toEpochDay();
    RowData full =
        GenericRowData.of(
            1,
            StringData.fromString("São João / x=1"),
            day,
            DecimalData.fromBigDecimal(new BigDecimal("12345678901234567890.0123456789"), 38, 10),
            true,
            0.1,
            new byte[] {0, -1},
            new GenericArrayData(new Object[] {StringData.fromString("x"), null}),
            new GenericMapData(Map.of(StringData.fromString("k"), 5)),
            GenericRowData.of(7, StringData.fromString("y")));
    RowData empty = new GenericRowData(10);
    ((GenericRowData) empty).setField(0, 2);
    table.append(List.of(full, empty));

    Set<Integer> ids = new TreeSet<>();
    try (CloseableIterator<RowRecord> rows =
        DeltaLog.forTable(new Configuration(), definition.path()).snapshot().open()) {
      while (rows.hasNext()) {
        RowRecord row = rows.next();
        ids.add(row.getInt("id"));
        if (row.getInt("id") == 2) {
          for (String column : rowType.getFieldNames().subList(1, 10)) {
            assertThat(row.isNullAt(column)).as(column).isTrue();
          }
          continue;
        }
        assertThat(row.getString("city")).isEqualTo("São João / x=1");
        assertThat(row.getDate("day").toLocalDate()).isEqualTo(LocalDate.of(2026, 2, 28));
        assertThat(row.getBigDecimal("price"))
            .isEqualByComparingTo(new BigDecimal("12345678901234567890.0123456789"));
        assertThat(row.getBoolean("ok")).isTrue();
        assertThat(row.getDouble("ratio")).isEqualTo(0.1);
        assertThat(row.getBinary("raw")).isEqualTo(new byte[] {0, -1});
        assertThat(row.<String>getList("tags")).isEqualTo(java.util.Arrays.asList("x", null));
        assertThat(row.<String, Integer>getMap("counts")).isEqualTo(Map.of("k", 5));
        assertThat(row.getRecord("pair").getInt("a")).isEqualTo(7);
        assertThat(row.getRecord("pair").getString("b")).isEqualTo("y");
      }
    }
    assertThat(ids).containsExactly(1, 2);
  }

  @Test
  void itReadsAcrossManyCommitsAndACheckpoint() throws Exception {
    DeltaTable definition = DeltaTable.of(folder.resolve("t").toString(), TestTable.ID_NAME);
    TestTable table = TestTable.create(definition, false);
    for (int i = 0; i < 11; i++) {
      for (LogHook hook : table.append(TestTable.ids(i * 10, i * 10 + 10)).hooks()) {
        hook.run();
      }
    }

    List<Integer> ids = new ArrayList<>();
    try (CloseableIterator<RowRecord> rows =
        DeltaLog.forTable(new Configuration(), definition.path()).snapshot().open()) {
      rows.forEachRemaining(row -> ids.add(row.getInt("id")));
    }
    assertThat(ids).hasSize(110).doesNotHaveDuplicates();
    assertThat(folder.resolve("t/_delta_log/00000000000000000010.checkpoint.parquet")).exists();
    assertThat(
            new String(
                java.nio.file.Files.readAllBytes(folder.resolve("t/_delta_log/_last_checkpoint")),
                StandardCharsets.UTF_8))
        .contains("\"version\":10");
  }

  @Test
  void itRefusesTablesWithDeletionVectorsInsteadOfMisreadingThem() {
    TestTable.upsert(folder.resolve("t")).append(TestTable.ids(0, 1));

    assertThatThrownBy(
            () -> DeltaLog.forTable(new Configuration(), folder.resolve("t").toString()).snapshot())
        .hasMessageContaining("protocol");
  }
}
