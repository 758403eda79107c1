/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TableCreationTest {

  @TempDir Path folder;

  private static final RowType ROW =
      RowType.of(
          new LogicalType[] {
            new IntType(false),
            new VarCharType(VarCharType.MAX_LENGTH),
            new DateType(),
            new VarBinaryType(VarBinaryType.MAX_LENGTH)
          },
          new String[] {"id", "name", "day", "raw"});

  private DeltaTable table(
      List<String> partitions, List<String> clusters, Map<String, String> properties) {
    return new DeltaTable(
        folder.resolve("t").toString(),
        ROW,
        Map.of("name", "how it is called"),
        partitions,
        clusters,
        properties,
        "all of them");
  }

  private TableSnapshot create(DeltaTable table, boolean deletionVectors) {
    return TableStore.open(table.path(), Map.of()).createOrCheck(table, deletionVectors);
  }

  private String log(long version) throws IOException {
    return Files.readString(folder.resolve("t/_delta_log/%020d.json".formatted(version)));
  }

  @Test
  void anUpsertTableHasDeletionVectorsCommentsAndProperties() throws IOException {
    TableSnapshot snapshot =
        create(
            table(
                List.of("day"), List.of(), Map.of("delta.logRetentionDuration", "interval 5 days")),
            true);

    assertThat(snapshot.version()).isZero();
    assertThat(snapshot.partitionColumns()).containsExactly("day");
    assertThat(snapshot.comment()).hasValue("all of them");
    assertThat(snapshot.properties())
        .containsEntry("delta.enableDeletionVectors", "true")
        .containsEntry("delta.logRetentionDuration", "interval 5 days");
    assertThat(snapshot.rowType().getFields().get(1).getDescription()).hasValue("how it is called");
    assertThat(snapshot.rowType().getTypeAt(0).isNullable()).isFalse();
    assertThat(snapshot.rowType().getTypeAt(1).isNullable()).isTrue();
    assertThat(log(0)).contains("\"minReaderVersion\":3", "\"minWriterVersion\":7");
    assertThat(snapshot.numRows()).isZero();
  }

  @Test
  void anAppendTableNeedsNoNewFeature() throws IOException {
    create(table(List.of(), List.of(), Map.of()), false);

    assertThat(log(0)).contains("\"minReaderVersion\":1", "\"minWriterVersion\":2");
  }

  @Test
  void aTimestampWithoutZoneBringsItsFeature() throws IOException {
    create(
        DeltaTable.of(
            folder.resolve("t").toString(),
            RowType.of(new LogicalType[] {new TimestampType(6)}, new String[] {"at"})),
        false);

    assertThat(log(0)).contains("timestampNtz");
  }

  @Test
  void clusteringColumnsAreStored() throws IOException {
    TableSnapshot snapshot = create(table(List.of(), List.of("id", "day"), Map.of()), true);

    assertThat(log(0)).contains("delta.clustering").contains("clusteringColumns");
    TestTable table = TestTable.existing(folder.resolve("t"));
    assertThat(table.snapshot.version()).isEqualTo(snapshot.version());
  }

  @Test
  void twoCreatorsAtOnceAgree() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<TableSnapshot>> created = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        created.add(threads.submit(() -> create(table(List.of(), List.of(), Map.of()), true)));
      }
      for (Future<TableSnapshot> snapshot : created) {
        assertThat(snapshot.get(120, TimeUnit.SECONDS).version()).isZero();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void anExistingTableOfTheSameShapeIsTaken() {
    create(table(List.of("day"), List.of(), Map.of()), true);

    assertThat(create(table(List.of("day"), List.of(), Map.of()), true).version()).isZero();
  }

  @Test
  void aFileAtThePathIsRefused() throws IOException {
    Files.createFile(folder.resolve("t"));

    assertThatThrownBy(() -> create(table(List.of(), List.of(), Map.of()), true))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("is a file, not a directory")
        .hasMessageContaining("Choose another path");
  }

  @Test
  void aFolderOfOtherFilesIsRefused() throws IOException {
    Files.createDirectories(folder.resolve("t"));
    Files.createFile(folder.resolve("t/photo.jpg"));

    assertThatThrownBy(() -> create(table(List.of(), List.of(), Map.of()), true))
        .hasMessageContaining("no _delta_log")
        .hasMessageContaining("photo.jpg");
    assertThat(folder.resolve("t/_delta_log")).doesNotExist();
  }

  @Test
  void anEmptyFolderOrHiddenFilesAreNoObstacle() throws IOException {
    Files.createDirectories(folder.resolve("t"));
    Files.createFile(folder.resolve("t/.DS_Store"));

    assertThat(create(table(List.of(), List.of(), Map.of()), true).version()).isZero();
  }

  @Test
  void aPathThatCannotBeWrittenIsNamed() {
    assertThatThrownBy(() -> create(DeltaTable.of("/proc/deltacdc/t", TestTable.ID_NAME), true))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("Cannot write to the table path file:/proc/deltacdc/t")
        .hasMessageContaining("permission");
  }

  @Test
  void propertiesThatKernelRefusesAreNamed() {
    assertThatThrownBy(
            () -> create(table(List.of(), List.of(), Map.of("delta.targetFileSize", "1gb")), true))
        .hasMessageContaining("delta.targetFileSize")
        .hasMessageContaining("Correct or remove it in TBLPROPERTIES");
    assertThatThrownBy(
            () ->
                create(table(List.of(), List.of(), Map.of("delta.checkpointInterval", "x")), true))
        .hasMessageContaining("'delta.checkpointInterval' = 'x'");
    assertThat(folder.resolve("t/_delta_log/00000000000000000000.json")).doesNotExist();
  }

  /**
   * Otherwise the table would be there, refused for ever, also when the definition is corrected.
   */
  @ParameterizedTest
  @CsvSource({
    "delta.appendOnly,true,Updates and deletes",
    "delta.enableChangeDataFeed,true,change data feed",
    "delta.columnMapping.mode,name,column mapping",
    "delta.enableRowTracking,true,row tracking",
    "delta.feature.rowTracking,supported,row tracking"
  })
  void whatTheSinkWouldRefuseIsNotCreated(String property, String value, String message)
      throws IOException {
    DeltaTable wanted = table(List.of(), List.of(), Map.of(property, value));
    TableStore store = TableStore.open(wanted.path(), Map.of());

    assertThatThrownBy(() -> store.check(wanted, true))
        .isInstanceOf(TableException.class)
        .hasMessageContaining(message);
    assertThatThrownBy(() -> create(wanted, true))
        .isInstanceOf(TableException.class)
        .hasMessageContaining(message);
    assertThat(store.exists()).isFalse();
    assertThat(create(table(List.of(), List.of(), Map.of()), true).version()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "a,b", "a;b", "{a", "a}", "(a", "a)", "a\nb", "a\tb", "a=b"})
  void namesThatDeltaCannotHaveAreRefused(String name) {
    DeltaTable column =
        DeltaTable.of(
            folder.resolve("t").toString(),
            RowType.of(new LogicalType[] {new IntType()}, new String[] {name}));
    DeltaTable nested =
        DeltaTable.of(
            folder.resolve("t").toString(),
            RowType.of(
                new LogicalType[] {new ArrayType(column.rowType())}, new String[] {"nested"}));
    for (DeltaTable wanted : List.of(column, nested)) {
      TableStore store = TableStore.open(wanted.path(), Map.of());
      assertThatThrownBy(() -> store.check(wanted, false))
          .isInstanceOf(TableException.class)
          .hasMessageContaining("'" + name + "' cannot have this name");
      assertThatThrownBy(() -> create(wanted, false)).isInstanceOf(TableException.class);
      assertThat(store.exists()).isFalse();
    }
  }

  @Test
  void wrongLayoutsAreRefused() {
    assertThatThrownBy(() -> create(table(List.of("dia"), List.of(), Map.of()), true))
        .hasMessageContaining("Partition column dia")
        .hasMessageContaining("id, name, day, raw");
    assertThatThrownBy(() -> create(table(List.of("raw"), List.of(), Map.of()), true))
        .hasMessageContaining("Column raw")
        .hasMessageContaining("cannot partition");
    assertThatThrownBy(() -> create(table(List.of(), List.of("dia"), Map.of()), true))
        .hasMessageContaining("Clustering column dia");
    assertThatThrownBy(() -> create(table(List.of("day"), List.of("id"), Map.of()), true))
        .hasMessageContaining("either partitioned or clustered");
    DeltaTable onlyKeys =
        DeltaTable.of(
                folder.resolve("t").toString(),
                RowType.of(new LogicalType[] {new IntType()}, new String[] {"id"}))
            .partitionedBy(List.of("id"));
    assertThatThrownBy(() -> create(onlyKeys, true)).hasMessageContaining("at least one column");
    DeltaTable twice =
        DeltaTable.of(
            folder.resolve("t").toString(),
            RowType.of(
                new LogicalType[] {new IntType(), new IntType()}, new String[] {"id", "ID"}));
    assertThatThrownBy(() -> create(twice, true)).hasMessageContaining("id and ID differ by case");
  }

  @Test
  void aMissingTableIsNamed() {
    TableStore store = TableStore.open(folder.resolve("none").toString(), Map.of());

    assertThat(store.exists()).isFalse();
    assertThat(store.find()).isEmpty();
    assertThatThrownBy(store::latest)
        .hasMessageContaining("no Delta table at")
        .hasMessageContaining("none");
    assertThatThrownBy(() -> store.at(3)).hasMessageContaining("no Delta table at");
  }
}
