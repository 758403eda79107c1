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
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.CharType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TableCheckTest {

  @TempDir Path folder;

  private DeltaTable table(RowType rowType, List<String> partitions) {
    return DeltaTable.of(folder.resolve("t").toString(), rowType).partitionedBy(partitions);
  }

  private static RowType row(Object... namesAndTypes) {
    RowType.RowField[] fields = new RowType.RowField[namesAndTypes.length / 2];
    for (int i = 0; i < fields.length; i++) {
      fields[i] =
          new RowType.RowField(
              (String) namesAndTypes[2 * i], (LogicalType) namesAndTypes[2 * i + 1]);
    }
    return new RowType(List.of(fields));
  }

  private void check(DeltaTable table, boolean upsert) {
    TableStore.open(table.path(), Map.of()).createOrCheck(table, upsert);
  }

  @Test
  void allDifferencesOfColumnsAreListed() {
    RowType there =
        row(
            "id",
            new IntType(),
            "name",
            new VarCharType(20),
            "tags",
            new ArrayType(new IntType()),
            "old",
            new IntType());
    check(table(there, List.of()), true);

    RowType wanted =
        row(
            "id",
            new BigIntType(),
            "Name",
            new VarCharType(20),
            "tags",
            new ArrayType(new BigIntType()),
            "extra",
            new IntType());
    assertThatThrownBy(() -> check(table(wanted, List.of()), true))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("column id is INT in the table, the job has BIGINT")
        .hasMessageContaining("column Name is written name in the table")
        .hasMessageContaining("column tags is ARRAY<INT> in the table, the job has ARRAY<BIGINT>")
        .hasMessageContaining("column extra is missing in the table")
        .hasMessageContaining("column old of the table is unknown to the job")
        .hasMessageContaining("write to another path");
  }

  @Test
  void aTableKeepsItsOrderOfColumns() {
    check(table(row("a", new IntType(), "b", new IntType()), List.of()), true);

    check(table(row("b", new IntType(), "c", new IntType(), "a", new IntType()), List.of()), true);

    assertThat(TestTable.existing(folder.resolve("t")).snapshot.rowType().getFieldNames())
        .containsExactly("a", "b", "c");
  }

  /** Every row that is there would have the same key. */
  @Test
  void aKeyIsNotAddedToATable() {
    check(table(row("id", new IntType()), List.of()), true);

    assertThatThrownBy(
            () ->
                check(
                    table(row("id", new IntType(), "since", new IntType()), List.of())
                        .withKeys(List.of("id", "since")),
                    true))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("column since is missing in the table and a key");
  }

  @Test
  void nullabilityLengthAndCommentsAreNone() {
    check(table(row("id", new IntType(false), "code", new CharType(3)), List.of()), true);

    check(table(row("id", new IntType(), "code", new VarCharType(99)), List.of()), true);
  }

  @Test
  void otherPartitionsAreNamed() {
    RowType rowType = row("id", new IntType(), "day", new IntType());
    check(table(rowType, List.of("day")), true);

    assertThatThrownBy(() -> check(table(rowType, List.of()), true))
        .hasMessageContaining("partitioned by (day), the job wants ()");
  }

  @Test
  void aTableWithoutDeletionVectorsTakesNoUpserts() {
    RowType rowType = row("id", new IntType());
    check(table(rowType, List.of()), false);

    check(table(rowType, List.of()), false);
    assertThatThrownBy(() -> check(table(rowType, List.of()), true))
        .hasMessageContaining("has no deletion vectors")
        .hasMessageContaining("delta.enableDeletionVectors");
  }

  static Stream<Arguments> foreignFeatures() {
    return Stream.of(
        Arguments.of("rowTracking", "", "", "row tracking"),
        Arguments.of(
            "changeDataFeed",
            "\"delta.enableChangeDataFeed\":\"true\",",
            "",
            "the change data feed"),
        Arguments.of("appendOnly", "\"delta.appendOnly\":\"true\",", "", "delta.appendOnly"),
        Arguments.of(
            "checkConstraints",
            "\"delta.constraints.positive\":\"id > 0\",",
            "",
            "the constraint positive"),
        Arguments.of(
            "generatedColumns",
            "",
            "\\\"delta.generationExpression\\\":\\\"1\\\"",
            "the generated column id"),
        Arguments.of(
            "invariants", "", "\\\"delta.invariants\\\":\\\"x\\\"", "an invariant on column id"));
  }

  @ParameterizedTest
  @MethodSource("foreignFeatures")
  void featuresThatTheSinkDoesNotKeepAreRefused(
      String feature, String property, String columnMetadata, String named) throws IOException {
    Path log = Files.createDirectories(folder.resolve("t/_delta_log"));
    Files.writeString(
        log.resolve("00000000000000000000.json"),
        """
        {"protocol":{"minReaderVersion":3,"minWriterVersion":7,"readerFeatures":["deletionVectors"],"writerFeatures":["deletionVectors","%s","domainMetadata"]}}
        {"metaData":{"id":"x","format":{"provider":"parquet","options":{}},"schemaString":"{\\"type\\":\\"struct\\",\\"fields\\":[{\\"name\\":\\"id\\",\\"type\\":\\"integer\\",\\"nullable\\":true,\\"metadata\\":{%s}}]}","partitionColumns":[],"configuration":{%s"delta.enableDeletionVectors":"true"},"createdTime":1}}
        """
            .formatted(feature, columnMetadata, property));

    assertThatThrownBy(() -> check(table(row("id", new IntType()), List.of()), true))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("uses " + named)
        .satisfies(e -> assertThat(((TableException) e).permanent()).isTrue());
  }

  @Test
  void aReaderFeatureFromTheFutureIsExplained() throws IOException {
    Path log = Files.createDirectories(folder.resolve("t/_delta_log"));
    Files.writeString(
        log.resolve("00000000000000000000.json"),
        """
        {"protocol":{"minReaderVersion":3,"minWriterVersion":7,"readerFeatures":["teleport"],"writerFeatures":["teleport"]}}
        {"metaData":{"id":"x","format":{"provider":"parquet","options":{}},"schemaString":"{\\"type\\":\\"struct\\",\\"fields\\":[]}","partitionColumns":[],"configuration":{},"createdTime":1}}
        """);

    assertThatThrownBy(() -> check(table(row("id", new IntType()), List.of()), true))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("teleport")
        .hasMessageContaining("Drop the feature");
  }
}
