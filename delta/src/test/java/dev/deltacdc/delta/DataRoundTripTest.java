/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DataRoundTripTest {

  @TempDir Path folder;

  static Stream<LogicalType> types() {
    return Stream.concat(EdgeValues.scalarTypes().stream(), EdgeValues.nestedTypes().stream());
  }

  @ParameterizedTest
  @MethodSource("types")
  void valuesComeBackAsTheyWere(LogicalType type) {
    RowType rowType =
        RowType.of(new LogicalType[] {new IntType(), type}, new String[] {"id", "value"});
    List<RowData> rows = new ArrayList<>();
    for (Object value : EdgeValues.values(type, new Random(7), 1500)) {
      rows.add(GenericRowData.of(rows.size(), value));
    }

    TestTable table =
        TestTable.create(DeltaTable.of(folder.resolve("t").toString(), rowType), true);
    table.append(rows);

    assertSame(table.rows(), rows, rowType);
    assertSame(TestTable.existing(folder.resolve("t")).rows(), rows, rowType);
  }

  @Test
  void binaryRowsAreWrittenLikeGenericOnes() {
    List<LogicalType> types = types().toList();
    RowType rowType = RowType.of(types.toArray(LogicalType[]::new));
    Random random = new Random(11);
    List<List<Object>> columns =
        types.stream().map(type -> EdgeValues.values(type, random, 200)).toList();
    RowDataSerializer serializer = new RowDataSerializer(rowType);
    List<RowData> rows = new ArrayList<>();
    List<RowData> binary = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      int index = i;
      RowData row = GenericRowData.of(columns.stream().map(c -> c.get(index)).toArray());
      rows.add(row);
      binary.add(serializer.toBinaryRow(row).copy());
    }

    TestTable table =
        TestTable.create(DeltaTable.of(folder.resolve("t").toString(), rowType), true);
    table.append(binary);

    assertSame(table.rows(), rows, rowType);
  }

  /** Rows as Flink's binary form compares them: by value, nested ones too. */
  private static void assertSame(List<RowData> actual, List<RowData> expected, RowType rowType) {
    RowDataSerializer serializer = new RowDataSerializer(rowType);
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < actual.size(); i++) {
      assertThat(text(actual.get(i), rowType))
          .as("row %d", i)
          .isEqualTo(text(serializer.toBinaryRow(expected.get(i)), rowType));
    }
  }

  private static String text(RowData row, RowType rowType) {
    return Values.text(row, rowType);
  }

  @Test
  void filesComeInRowOrderAndCountTheirRows() {
    TestTable table = TestTable.upsert(folder.resolve("t"));
    List<RowData> rows = new ArrayList<>();
    Random random = new Random(3);
    for (int i = 0; i < 60_000; i++) {
      rows.add(TestTable.row(i, Long.toString(random.nextLong(), 36)));
    }

    List<DataFile> files = table.write(rows, 100_000);
    TableCommit commit = table.snapshot.newCommit();
    files.forEach(file -> commit.add(file, null));
    table.commit(commit);

    assertThat(files).hasSizeGreaterThan(3);
    int start = 0;
    for (DataFile file : files) {
      int first = start;
      List<Integer> ids = new ArrayList<>();
      scan(table, new LiveFile(file, null), ids);
      assertThat(ids).hasSize((int) file.numRecords());
      for (int i = 0; i < ids.size(); i++) {
        assertThat(ids.get(i)).isEqualTo(first + i);
      }
      start += (int) file.numRecords();
    }
    assertThat(start).isEqualTo(rows.size());
    assertThat(table.snapshot.numRows()).isEqualTo(rows.size());
  }

  private static void scan(TestTable table, LiveFile file, List<Integer> ids) {
    try {
      table
          .snapshot
          .keyScan(List.of("id"))
          .scan(
              file,
              (f, position, row) -> {
                assertThat(position).isEqualTo(ids.size());
                ids.add(row.getInt(0));
              });
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void nullInARequiredColumnIsRefusedByName() {
    RowType rowType =
        RowType.of(
            new LogicalType[] {new IntType(false), new VarCharType(VarCharType.MAX_LENGTH)},
            new String[] {"id", "name"});
    TestTable table =
        TestTable.create(DeltaTable.of(folder.resolve("t").toString(), rowType), true);

    assertThat(table.snapshot.rowType().getTypeAt(0).isNullable()).isFalse();
    assertThatThrownBy(
            () -> table.append(List.of(GenericRowData.of(null, StringData.fromString("x")))))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("NULL in column id")
        .hasMessageContaining("NOT NULL");
  }

  @Test
  void columnsAreProjectedInTheWantedOrder() throws Exception {
    TestTable table = TestTable.upsert(folder.resolve("t"));
    table.append(TestTable.ids(0, 3));

    try (var rows = table.snapshot.rows(List.of("name", "id"))) {
      RowData first = rows.next();
      assertThat(first.getString(0).toString()).isEqualTo("n0");
      assertThat(first.getInt(1)).isZero();
    }
    assertThatThrownBy(() -> table.snapshot.rows(List.of("nome")))
        .hasMessageContaining("nome")
        .hasMessageContaining("id, name");
  }

  @Test
  void compressionIsSnappyUnlessTheTableOrTheSettingsSayOtherwise() throws Exception {
    assertThat(codecs(DeltaTable.of(folder.resolve("a").toString(), TestTable.ID_NAME)))
        .isEqualTo("SNAPPY");
    DeltaTable zstd =
        DeltaTable.of(folder.resolve("b").toString(), TestTable.ID_NAME)
            .withProperty("delta.parquet.compression.codec", "ZSTD");
    assertThat(codecs(zstd)).isEqualTo("ZSTD");
  }

  private static String codecs(DeltaTable definition) throws Exception {
    TestTable table = TestTable.create(definition, false);
    table.append(TestTable.ids(0, 1000));
    String file = definition.path() + "/" + table.onlyFile().path();
    try (ParquetFileReader reader =
        ParquetFileReader.open(
            HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(file), new Configuration()))) {
      return reader.getFooter().getBlocks().get(0).getColumns().get(0).getCodec().name();
    }
  }
}
