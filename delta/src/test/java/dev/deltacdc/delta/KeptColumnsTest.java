/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Columns of a table that a job doesn't write any more: they stay, and are NULL in its rows. */
class KeptColumnsTest {

  private static final LogicalType STRUCT =
      RowType.of(new LogicalType[] {new IntType()}, new String[] {"f"});

  @TempDir Path folder;

  private DeltaTable table(RowType type) {
    return DeltaTable.of(folder.resolve("t").toString(), type);
  }

  private static RowType row(String names, LogicalType... types) {
    return RowType.of(types, names.split(" ", -1));
  }

  static Stream<Arguments> types() {
    return Stream.of(
        Arguments.of(new IntType(), 7),
        Arguments.of(STRUCT, GenericRowData.of(7)),
        Arguments.of(new ArrayType(STRUCT), new GenericArrayData(new Object[] {})),
        Arguments.of(new MapType(new IntType(false), STRUCT), null));
  }

  @ParameterizedTest
  @MethodSource("types")
  void oldRowsKeepTheirValuesAndNewOnesHaveNull(LogicalType type, Object value) {
    DeltaTable before = table(row("id gone v", new IntType(), type, new IntType()));
    DeltaTable after = table(row("id v", new IntType(), new IntType()));
    for (boolean keyed : new boolean[] {false, true}) {
      DeltaTable was = keyed ? before.withKeys(List.of("id")) : before;
      DeltaTable is = keyed ? after.withKeys(List.of("id")) : after;
      TestTable.create(was, true).append(List.of(GenericRowData.of(1, value, 10)));
      TestTable.create(is, keyed).append(List.of(GenericRowData.of(2, 20)));
    }

    TestTable table = TestTable.existing(folder.resolve("t"));
    assertThat(table.snapshot.rowType().getFieldNames()).containsExactly("id", "gone", "v");
    List<RowData> rows = table.rows();
    assertThat(rows).hasSize(4);
    for (RowData row : rows) {
      boolean old = row.getInt(0) == 1;
      assertThat(row.isNullAt(1)).isEqualTo(!old || value == null);
      assertThat(row.getInt(2)).isEqualTo(old ? 10 : 20);
    }
  }

  @Test
  void aRenamedColumnIsOneThatIsGoneAndOneThatIsNew() {
    TestTable.create(table(row("id a", new IntType(), new IntType())).withKeys(List.of("id")), true)
        .append(List.of(GenericRowData.of(1, 10)));
    TestTable.create(table(row("id b", new IntType(), new IntType())).withKeys(List.of("id")), true)
        .append(List.of(GenericRowData.of(2, 20)));

    TestTable table = TestTable.existing(folder.resolve("t"));
    assertThat(table.snapshot.rowType().getFieldNames()).containsExactly("id", "b", "a");
    assertThat(table.rows())
        .containsExactlyInAnyOrder(GenericRowData.of(1, null, 10), GenericRowData.of(2, 20, null));
  }

  @Test
  void oneThatMustHaveAValueIsMissed() {
    TestTable.create(
        table(row("id a", new IntType(), new IntType(false))).withKeys(List.of("id")), true);

    assertThatThrownBy(
            () -> TestTable.create(table(row("id", new IntType())).withKeys(List.of("id")), true))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("column a of the table is unknown to the job and NOT NULL");
  }

  @Test
  void aPartitionColumnIsMissed() {
    RowType both = row("id a", new IntType(), new IntType());
    TestTable.create(table(both).partitionedBy(List.of("a")).withKeys(List.of("id")), true);

    assertThatThrownBy(
            () -> TestTable.create(table(row("id", new IntType())).withKeys(List.of("id")), true))
        .hasMessageContaining("partitioned by (a), the job wants ()");
  }

  @Test
  void aClusterColumnStays() {
    RowType both = row("id a", new IntType(), new IntType());
    TestTable.create(
        new DeltaTable(
            folder.resolve("t").toString(), both, null, null, List.of("a"), Map.of(), null),
        false);

    TestTable.create(table(row("id", new IntType())), false).append(List.of(GenericRowData.of(2)));

    assertThat(TestTable.existing(folder.resolve("t")).rows())
        .containsExactly(GenericRowData.of(2, null));
  }

  @Test
  void updatesOfATableThatAnotherToolMadeWouldLoseItsColumns() {
    TestTable.create(table(row("id a", new IntType(), new IntType())), true);

    assertThatThrownBy(
            () -> TestTable.create(table(row("id", new IntType())).withKeys(List.of("id")), true))
        .hasMessageContaining("column a of the table is unknown to the job");
  }

  @Test
  void aFieldOfARowIsNoColumn() {
    DeltaTable before = table(row("id r", new IntType(), STRUCT)).withKeys(List.of("id"));
    TestTable.create(before, true);
    for (String fields : List.of("f g", "g")) {
      LogicalType[] types = fields.length() == 1 ? ints(1) : ints(2);
      RowType changed = row("id r", new IntType(), row(fields, types));

      assertThatThrownBy(() -> TestTable.create(table(changed).withKeys(List.of("id")), true))
          .hasMessageContaining("column r is ROW<`f` INT> in the table, the job has ROW<");
    }
  }

  private static LogicalType[] ints(int number) {
    return Stream.generate(IntType::new).limit(number).toArray(LogicalType[]::new);
  }
}
