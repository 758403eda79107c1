/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.expressions.Column;
import io.delta.kernel.internal.checksum.CRCInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One commit that replaces a table's rows and, where it differs, its definition. */
class ReplacedTableTest {

  private static final RowType OTHER =
      RowType.of(
          new LogicalType[] {
            new BigIntType(false),
            new VarCharType(VarCharType.MAX_LENGTH),
            new TimestampType(6),
            new VarCharType(VarCharType.MAX_LENGTH)
          },
          new String[] {"id", "name", "at", "region"});

  @TempDir Path folder;

  private DeltaTable table(RowType rowType, List<String> partitions, List<String> clusters) {
    return new DeltaTable(
        folder.resolve("t").toString(), rowType, Map.of(), partitions, clusters, Map.of(), null);
  }

  private String log(long version) throws IOException {
    return Files.readString(folder.resolve("t/_delta_log/%020d.json".formatted(version)));
  }

  /** Removes everything, adds rows, as the sink's first commit does. */
  private Committed replace(TestTable table, DeltaTable wanted, boolean upsert, RowData... rows)
      throws IOException {
    table.store.checkReplaceable(wanted, upsert);
    DataFileWriter writer = table.snapshot.replacingDataFileWriter(wanted, upsert, 1 << 20);
    TableCommit commit =
        table
            .snapshot
            .newCommit()
            .transaction("flow/w", table.snapshot.version())
            .replaceTable(wanted, upsert);
    table.liveFiles().forEach(commit::remove);
    for (RowData row : rows) {
      writer
          .write(writer.partitionOf(row), List.of(row).iterator())
          .forEach(file -> commit.add(file, null));
    }
    Committed committed = table.commit(commit);
    for (LogHook hook : committed.hooks()) {
      hook.run();
    }
    return committed;
  }

  private static RowData row(long id, String name, String region) {
    return GenericRowData.of(id, StringData.fromString(name), null, StringData.fromString(region));
  }

  @Test
  void columnsAndPartitionsChangeWithTheRows() throws IOException {
    TestTable table =
        TestTable.create(
            table(TestTable.ID_NAME, List.of(), List.of()).withKeys(List.of("id")), true);
    table.append(TestTable.ids(0, 5));
    table.delete(table.onlyFile(), 1, 3);
    String id = table.snapshot.kernel().getMetadata().getId();

    DeltaTable wanted = table(OTHER, List.of("region"), List.of()).withKeys(List.of("name"));
    replace(table, wanted, true, row(1, "a", "north"), row(2, "b", "south"));

    assertThat(log(3))
        .contains("\"operation\":\"REPLACE TABLE\"", "\"metaData\"", "\"protocol\"", "\"txn\"");
    for (TableSnapshot snapshot : List.of(table.snapshot, table.store.latest())) {
      assertThat(snapshot.version()).isEqualTo(3);
      assertThat(snapshot.partitionColumns()).containsExactly("region");
      assertThat(snapshot.rowType().getFieldNames()).isEqualTo(OTHER.getFieldNames());
      assertThat(snapshot.rowType().getTypeAt(0).isNullable()).isFalse();
      assertThat(snapshot.properties()).containsEntry("deltacdc.keys", "[\"name\"]");
      assertThat(snapshot.kernel().getMetadata().getId()).isEqualTo(id);
      assertThat(snapshot.transactionVersion("flow/w")).hasValue(2);
      assertThat(TestTable.rows(snapshot).stream().map(row -> row.getLong(0)))
          .containsExactlyInAnyOrder(1L, 2L);
    }
    // Earlier versions are as they were.
    assertThat(TestTable.rows(table.store.at(2)).stream().map(row -> row.getInt(0)))
        .containsExactlyInAnyOrder(0, 2, 4);
    checkChecksum(table);
    new TableCheck(wanted, true).checkAsIs(table.store.latest());
  }

  /** Kernel's figures of the commit against the log. */
  private static void checkChecksum(TestTable table) {
    CRCInfo checksum = table.store.latest().kernel().getCurrentCrcInfo().orElseThrow();
    table.reload();
    assertThat(checksum.getVersion()).isEqualTo(table.snapshot.version());
    assertThat(checksum.getNumFiles()).isEqualTo(table.liveFiles().size());
    assertThat(checksum.getTableSizeBytes())
        .isEqualTo(table.liveFiles().stream().mapToLong(file -> file.file().size()).sum());
    assertThat(checksum.getMetadata()).isEqualTo(table.snapshot.kernel().getMetadata());
    assertThat(checksum.getProtocol()).isEqualTo(table.snapshot.kernel().getProtocol());
  }

  @Test
  void aTableOfTheSameDefinitionKeepsIt() throws IOException {
    DeltaTable definition = table(TestTable.ID_NAME, List.of(), List.of("id"));
    TestTable table = TestTable.create(definition, true);
    table.append(TestTable.ids(0, 5));

    replace(table, definition, true);

    assertThat(log(2)).contains("\"remove\"").doesNotContain("\"metaData\"", "domainMetadata");
    assertThat(table.rows()).isEmpty();
    checkChecksum(table);
  }

  @Test
  void anAppendTableBecomesAnUpsertTable() throws IOException {
    DeltaTable definition = table(TestTable.ID_NAME, List.of(), List.of());
    TestTable table = TestTable.create(definition, false);
    table.append(TestTable.ids(0, 5));

    replace(table, definition.withKeys(List.of("id")), true, TestTable.row(7, "seven"));

    table.reload();
    table.delete(table.onlyFile(), 0);
    assertThat(table.rows()).isEmpty();
    assertThat(log(2)).contains("deletionVectors");
  }

  @Test
  void clusteringIsWhatTheDefinitionHas() throws IOException {
    TestTable table = TestTable.create(table(TestTable.ID_NAME, List.of(), List.of()), true);

    replace(table, table(TestTable.ID_NAME, List.of(), List.of("name")), true);
    assertThat(table.store.latest().kernel().getPhysicalClusteringColumns())
        .hasValue(List.of(new Column("name")));

    replace(table, table(TestTable.ID_NAME, List.of("name"), List.of()), true);
    assertThat(table.store.latest().kernel().getPhysicalClusteringColumns()).hasValue(List.of());
    assertThat(table.store.latest().partitionColumns()).containsExactly("name");
  }

  @Test
  void commentsAndPropertiesOfOthersStay() throws IOException {
    DeltaTable definition =
        new DeltaTable(
            folder.resolve("t").toString(),
            TestTable.ID_NAME,
            Map.of("id", "the key", "name", "old"),
            List.of(),
            List.of(),
            Map.of("delta.logRetentionDuration", "interval 5 days", "deltacdc.old", "1"),
            "all of them");
    TestTable table = TestTable.create(definition, true);

    replace(
        table,
        new DeltaTable(
            definition.path(),
            OTHER,
            Map.of("name", "new"),
            List.of(),
            List.of(),
            Map.of("delta.checkpointInterval", "7"),
            null),
        true);

    TableSnapshot snapshot = table.store.latest();
    assertThat(snapshot.comment()).hasValue("all of them");
    assertThat(snapshot.rowType().getFields().get(0).getDescription()).hasValue("the key");
    assertThat(snapshot.rowType().getFields().get(1).getDescription()).hasValue("new");
    assertThat(snapshot.properties())
        .containsEntry("delta.logRetentionDuration", "interval 5 days")
        .containsEntry("delta.checkpointInterval", "7")
        .doesNotContainKey("deltacdc.old");
  }

  @ParameterizedTest
  @CsvSource({
    "true, delta.appendOnly, delta.appendOnly",
    "false, delta.appendOnly, delta.appendOnly",
    "false, delta.enableChangeDataFeed, the change data feed"
  })
  void tablesWhoseRowsCannotBeReplacedInOneCommitAreRefused(
      boolean upsert, String property, String named) {
    DeltaTable definition =
        table(TestTable.ID_NAME, List.of(), List.of()).withProperty(property, "true");
    TableStore store = TableStore.open(definition.path(), Map.of());
    store.createOrCheck(definition, false);

    assertThatThrownBy(
            () -> store.checkReplaceable(table(TestTable.ID_NAME, List.of(), List.of()), upsert))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("uses " + named);
  }

  @Test
  void aWrongDefinitionIsRefusedBeforeAnythingIsWritten() {
    TestTable table = TestTable.create(table(TestTable.ID_NAME, List.of(), List.of()), true);

    assertThatThrownBy(
            () -> table.store.checkReplaceable(table(OTHER, List.of("none"), List.of()), true))
        .hasMessageContaining("Partition column none");
    assertThatThrownBy(
            () ->
                table.store.checkReplaceable(
                    table(OTHER, List.of(), List.of()).withProperty("delta.targetFileSize", "1"),
                    true))
        .hasMessageContaining("delta.targetFileSize");
  }
}
