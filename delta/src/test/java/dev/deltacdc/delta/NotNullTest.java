/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A NULL where the table says NOT NULL is refused by name, however deep it stands. */
class NotNullTest {

  private static final LogicalType REQUIRED = new IntType(false);

  @TempDir Path folder;

  private static RowType struct(LogicalType type) {
    return RowType.of(new LogicalType[] {type}, new String[] {"f"});
  }

  private static RowData row(Object value) {
    return GenericRowData.of(value);
  }

  private static GenericArrayData array(Object... elements) {
    return new GenericArrayData(elements);
  }

  private static GenericMapData map(Object key, Object value) {
    return new GenericMapData(Collections.singletonMap(key, value));
  }

  static Stream<Arguments> places() {
    LogicalType ints = new MapType(new IntType(), new IntType());
    return Stream.of(
        Arguments.of("c", REQUIRED, 1, null),
        Arguments.of("c.f", struct(REQUIRED), row(1), row(null)),
        Arguments.of("c.f.f", struct(struct(REQUIRED)), row(row(1)), row(row(null))),
        Arguments.of("c.f", struct(struct(REQUIRED).copy(false)), row(row(1)), row(null)),
        Arguments.of("c.element", new ArrayType(REQUIRED), array(1, 2), array(1, null)),
        Arguments.of(
            "c.element.f", new ArrayType(struct(REQUIRED)), array(row(1)), array(row(null))),
        Arguments.of("c.value", new MapType(new IntType(), REQUIRED), map(1, 2), map(1, null)),
        Arguments.of("c.key", ints, map(1, null), map(null, 1)),
        Arguments.of("c.f.key", struct(ints), row(map(1, null)), row(map(null, 1))));
  }

  @ParameterizedTest(name = "{0} of {1}")
  @MethodSource("places")
  void aNullIsRefusedByName(String place, LogicalType type, Object good, Object bad) {
    RowType rowType = RowType.of(new LogicalType[] {type, new IntType()}, new String[] {"c", "n"});
    TestTable table =
        TestTable.create(DeltaTable.of(folder.resolve("t").toString(), rowType), false);
    assertThatThrownBy(
            () -> table.append(List.of(GenericRowData.of(good, 1), GenericRowData.of(bad, 2))))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("NULL in column " + place + ",");
    table.append(List.of(GenericRowData.of(good, 1), GenericRowData.of(good, 2)));
    if (type.isNullable()) {
      table.append(List.of(GenericRowData.of(null, 3)));
    }
    assertThat(TestTable.rows(table.snapshot)).hasSize(type.isNullable() ? 3 : 2);
  }

  /** The job's types allow NULL, those of the table that is there don't. */
  @ParameterizedTest(name = "{0} of {1}")
  @MethodSource("places")
  void theTableDecides(String place, LogicalType type, Object good, Object bad) {
    RowType rowType = RowType.of(new LogicalType[] {type}, new String[] {"c"});
    TestTable table =
        TestTable.create(DeltaTable.of(folder.resolve("t").toString(), rowType), false);
    RowType wide = (RowType) nullable(rowType);
    DataFileWriter writer = table.snapshot.dataFileWriter(wide, 1 << 20);
    assertThatThrownBy(() -> writer.write(Map.of(), List.of(row(bad)).iterator()))
        .hasMessageContaining("NULL in column " + place + ",");
    assertThat(writer.write(Map.of(), List.of(row(good)).iterator())).hasSize(1);
  }

  private static LogicalType nullable(LogicalType type) {
    if (type instanceof RowType struct) {
      return RowType.of(
          struct.getChildren().stream().map(NotNullTest::nullable).toArray(LogicalType[]::new),
          struct.getFieldNames().toArray(String[]::new));
    }
    if (type instanceof ArrayType array) {
      return new ArrayType(nullable(array.getElementType()));
    }
    if (type instanceof MapType map) {
      return new MapType(nullable(map.getKeyType()), nullable(map.getValueType()));
    }
    return type.copy(true);
  }
}
