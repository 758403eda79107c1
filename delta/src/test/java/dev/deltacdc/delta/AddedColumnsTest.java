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
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An existing table gets what a definition adds to it, and refuses what would change it. */
class AddedColumnsTest {

  private static final RowType WIDER =
      RowType.of(
          new LogicalType[] {
            new IntType(), new BigIntType(), new VarCharType(VarCharType.MAX_LENGTH), new IntType()
          },
          new String[] {"id", "amount", "name", "rank"});

  @TempDir Path folder;

  private DeltaTable table(RowType rowType, Map<String, String> properties) {
    return new DeltaTable(
        folder.resolve("t").toString(),
        rowType,
        Map.of("amount", "in cents"),
        List.of(),
        List.of(),
        properties,
        null);
  }

  private TableSnapshot start(DeltaTable table) {
    return TableStore.open(table.path(), Map.of()).createOrCheck(table, true);
  }

  private String log(long version) throws IOException {
    return Files.readString(folder.resolve("t/_delta_log/%020d.json".formatted(version)));
  }

  @Test
  void nullableColumnsAreAddedWhereTheDefinitionHasThem() throws IOException {
    TestTable before = TestTable.create(table(TestTable.ID_NAME, Map.of()), true);
    before.append(TestTable.ids(0, 3));
    before.delete(before.onlyFile(), 1);
    String id = before.snapshot.kernel().getMetadata().getId();

    TableSnapshot snapshot = start(table(WIDER, Map.of()));

    assertThat(snapshot.version()).isEqualTo(3);
    assertThat(snapshot.rowType().getFieldNames()).containsExactly("id", "amount", "name", "rank");
    assertThat(snapshot.rowType().getFields().get(1).getDescription()).hasValue("in cents");
    assertThat(snapshot.kernel().getMetadata().getId()).isEqualTo(id);
    assertThat(log(3)).contains("\"metaData\"").doesNotContain("\"add\"", "\"remove\"");
    TestTable after = TestTable.existing(folder.resolve("t"));
    RowData row = GenericRowData.of(7, 70L, StringData.fromString("seven"), null);
    after.append(List.of(row));
    after.reload();
    assertThat(after.rows().stream().map(AddedColumnsTest::text))
        .containsExactlyInAnyOrder("0/null/n0/null", "2/null/n2/null", "7/70/seven/null");
    assertThat(after.snapshot.numRows()).isEqualTo(3);
    // What Kernel carried from commit to commit is what the log says.
    assertThat(start(table(WIDER, Map.of())).version()).isEqualTo(4);
  }

  private static String text(RowData row) {
    return row.getInt(0)
        + "/"
        + (row.isNullAt(1) ? null : row.getLong(1))
        + "/"
        + row.getString(2)
        + "/"
        + (row.isNullAt(3) ? null : row.getInt(3));
  }

  @Test
  void anAddedColumnBringsTheFeatureOfItsType() throws IOException {
    start(table(TestTable.ID_NAME, Map.of()));
    RowType withTime =
        RowType.of(
            new LogicalType[] {
              new IntType(), new VarCharType(VarCharType.MAX_LENGTH), new TimestampType(6)
            },
            new String[] {"id", "name", "at"});

    start(table(withTime, Map.of()));

    assertThat(log(1))
        .contains("\"protocol\"")
        .contains("timestampNtz")
        .contains("deletionVectors");
  }

  @Test
  void aLookAcceptsWhatAStartWouldAddAndWritesNothing() {
    start(table(TestTable.ID_NAME, Map.of()));
    DeltaTable wider = table(WIDER, Map.of());

    TableStore store = TableStore.open(wider.path(), Map.of());
    assertThat(store.check(wider, true)).isPresent();
    assertThat(store.latest().version()).isZero();
  }

  @Test
  void nothingIsCommittedWhenNothingIsMissing() {
    Map<String, String> contract = Map.of("deltacdc.keys", "[\"id\"]");
    start(table(WIDER, contract));

    assertThat(start(table(WIDER, contract)).version()).isZero();
  }

  @Test
  void otherDifferencesAreRefusedTogetherAndLeaveTheTable() {
    start(table(WIDER, Map.of()));
    RowType other =
        RowType.of(
            new LogicalType[] {new BigIntType(), new IntType(false), new IntType()},
            new String[] {"id", "size", "rank"});

    assertThatThrownBy(() -> start(table(other, Map.of())))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("column id is INT in the table, the job has BIGINT")
        .hasMessageContaining("column size is missing in the table and NOT NULL in the job")
        .hasMessageContaining("column amount of the table is unknown to the job")
        .hasMessageContaining("column name of the table is unknown to the job")
        .hasMessageContaining("full refresh")
        .hasMessageContaining("--full-refresh TABLE");
    assertThat(TestTable.existing(folder.resolve("t")).snapshot.version()).isZero();
  }

  @Test
  void manyStartsAtOnceMakeOneCommit() throws Exception {
    start(table(TestTable.ID_NAME, Map.of()));
    ExecutorService threads = Executors.newFixedThreadPool(6);
    try {
      List<Future<TableSnapshot>> started = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        started.add(threads.submit(() -> start(table(WIDER, Map.of("deltacdc.x", "1")))));
      }
      for (Future<TableSnapshot> snapshot : started) {
        TableSnapshot there = snapshot.get(120, TimeUnit.SECONDS);
        assertThat(there.version()).isEqualTo(1);
        assertThat(there.rowType().getFieldCount()).isEqualTo(4);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(TestTable.existing(folder.resolve("t")).snapshot.version()).isEqualTo(1);
  }

  @Test
  void aTableWithoutContractGetsItWithoutOtherProperties() {
    start(table(TestTable.ID_NAME, Map.of()));

    TableSnapshot snapshot =
        start(
            table(
                TestTable.ID_NAME,
                Map.of("deltacdc.keys", "[\"id\"]", "delta.checkpointInterval", "7")));

    assertThat(snapshot.version()).isEqualTo(1);
    assertThat(snapshot.properties())
        .containsEntry("deltacdc.keys", "[\"id\"]")
        .containsEntry("delta.enableDeletionVectors", "true")
        .doesNotContainKey("delta.checkpointInterval");
  }

  @Test
  void anotherContractIsRefused() {
    DeltaTable keyed = table(TestTable.ID_NAME, Map.of()).withKeys(List.of("id", "a \"b\""));
    start(keyed);

    assertThatThrownBy(() -> start(table(TestTable.ID_NAME, Map.of()).withKeys(List.of("name"))))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("were made with 'deltacdc.keys' = '[\"id\",\"a \\\"b\\\"\"]'")
        .hasMessageContaining("the job has '[\"name\"]'")
        .hasMessageContaining("full refresh");
    assertThatThrownBy(() -> start(table(TestTable.ID_NAME, Map.of())))
        .hasMessageContaining("the job has no such property");
    assertThatThrownBy(
            () ->
                TableStore.open(keyed.path(), Map.of())
                    .check(table(TestTable.ID_NAME, Map.of()), true))
        .hasMessageContaining("deltacdc.keys");
  }
}
