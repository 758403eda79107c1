/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A column was widened, by a job or by another engine: older files have the narrow type. */
class WidenedColumnTest {

  @TempDir Path folder;

  static Stream<Arguments> widenings() {
    return Stream.of(
        Arguments.of(new TinyIntType(), "byte", (byte) -7, new SmallIntType(), "short", (short) -7),
        Arguments.of(new SmallIntType(), "short", (short) -7, new IntType(), "integer", -7),
        Arguments.of(new IntType(), "integer", -7, new BigIntType(), "long", -7L),
        Arguments.of(new FloatType(), "float", 1.5f, new DoubleType(), "double", 1.5),
        Arguments.of(new IntType(), "integer", -7, new DoubleType(), "double", -7.0),
        Arguments.of(
            new DecimalType(5, 2),
            "decimal(5,2)",
            DecimalData.fromBigDecimal(new BigDecimal("-1.23"), 5, 2),
            new DecimalType(20, 2),
            "decimal(20,2)",
            DecimalData.fromBigDecimal(new BigDecimal("-1.23"), 20, 2)));
  }

  @ParameterizedTest(name = "{0} to {3}")
  @MethodSource("widenings")
  void oldFilesAreReadAsTheWideType(
      LogicalType narrow,
      String narrowName,
      Object before,
      LogicalType wide,
      String name,
      Object after)
      throws Exception {
    Path path = folder.resolve("t");
    RowType type = RowType.of(new LogicalType[] {narrow}, new String[] {"k"});
    TestTable table = TestTable.create(DeltaTable.of(path.toString(), type), true);
    table.append(List.of(GenericRowData.of(before)));
    widen(path, narrowName, name);

    RowType widened = RowType.of(new LogicalType[] {wide}, new String[] {"k"});
    TableStore store = TableStore.open(path.toString(), Map.of());
    TableSnapshot snapshot = store.createOrCheck(DeltaTable.of(path.toString(), widened), true);
    RowData.FieldGetter getter = RowData.createFieldGetter(wide, 0);
    List<Object> keys = new ArrayList<>();
    snapshot
        .keyScan(List.of("k"))
        .scan(file -> true, (file, position, row) -> keys.add(getter.getFieldOrNull(row)));
    assertThat(keys).containsExactly(after);
    assertThat(TestTable.rows(snapshot)).containsExactly(GenericRowData.of(after));
  }

  @ParameterizedTest(name = "{0} to {3}")
  @MethodSource("widenings")
  void aJobWidensWhatKeepsItsNumbers(
      LogicalType narrow,
      String narrowName,
      Object before,
      LogicalType wide,
      String name,
      Object after) {
    DeltaTable was = table(narrow).withKeys(List.of("id"));
    TestTable.create(was, true).append(List.of(GenericRowData.of(1, before)));
    DeltaTable plain = table(wide).withKeys(List.of("id"));
    DeltaTable allowed = plain.withProperty("delta.enableTypeWidening", "true");
    TableStore store = TableStore.open(was.path(), Map.of());
    String difference = "column v is " + narrow + " in the table, the job has " + wide;

    assertThatThrownBy(() -> store.createOrCheck(plain, true))
        .isInstanceOf(TableException.class)
        .hasMessageContaining(difference);
    if (narrow.is(LogicalTypeRoot.INTEGER) && wide.is(LogicalTypeRoot.DOUBLE)) {
      assertThatThrownBy(() -> store.createOrCheck(allowed, true))
          .hasMessageContaining(difference)
          .message()
          .doesNotContain("enableTypeWidening");
      assertThat(store.latest().version()).isEqualTo(1);
      return;
    }
    TestTable table = TestTable.create(allowed, true);
    table.append(List.of(GenericRowData.of(2, after)));

    TableSnapshot snapshot = store.createOrCheck(allowed, true);
    assertThat(snapshot.version()).as("changed once").isEqualTo(3);
    assertThat(snapshot.rowType().getTypeAt(1)).isEqualTo(wide);
    assertThat(snapshot.kernel().getProtocol().getReaderFeatures()).contains("typeWidening");
    assertThat(snapshot.kernel().getMetadata().getSchemaString())
        .contains("\"delta.typeChanges\"", narrowName, name);
    assertThat(TestTable.rows(snapshot))
        .containsExactlyInAnyOrder(GenericRowData.of(1, after), GenericRowData.of(2, after));
    assertThatThrownBy(() -> store.createOrCheck(was, true))
        .as("back")
        .hasMessageContaining("column v is " + wide + " in the table, the job has " + narrow)
        .message()
        .doesNotContain("enableTypeWidening");
  }

  @Test
  void withoutThePropertyARefusalNamesIt() {
    TestTable.create(table(new IntType()), true);

    assertThatThrownBy(
            () ->
                TableStore.open(folder.resolve("t").toString(), Map.of())
                    .createOrCheck(table(new BigIntType()), true))
        .hasMessageContaining("TBLPROPERTIES ('delta.enableTypeWidening' = 'true')");
  }

  @Test
  void aPropertyAloneChangesNothingOfAnExistingTable() {
    TestTable.create(table(new IntType()), true);

    TableSnapshot snapshot =
        TestTable.create(
                table(new IntType()).withProperty("delta.enableTypeWidening", "true"), true)
            .snapshot;

    assertThat(snapshot.version()).isZero();
  }

  @Test
  void keysAndPartitionsAreNotWidened() {
    DeltaTable was = table(new IntType()).partitionedBy(List.of("v")).withKeys(List.of("id"));
    TestTable.create(was, true);
    RowType wide =
        RowType.of(
            new LogicalType[] {new BigIntType(), new BigIntType()}, new String[] {"id", "v"});
    DeltaTable widened =
        DeltaTable.of(was.path(), wide)
            .partitionedBy(List.of("v"))
            .withKeys(List.of("id"))
            .withProperty("delta.enableTypeWidening", "true");

    assertThatThrownBy(() -> TestTable.create(widened, true))
        .hasMessageContaining("column id is INT in the table, the job has BIGINT (key and")
        .hasMessageContaining("column v is INT in the table, the job has BIGINT (key and");
  }

  private DeltaTable table(LogicalType type) {
    return DeltaTable.of(
        folder.resolve("t").toString(),
        RowType.of(new LogicalType[] {new IntType(), type}, new String[] {"id", "v"}));
  }

  private static void widen(Path path, String from, String to) throws IOException {
    Path log = path.resolve("_delta_log");
    String metadata =
        Files.readAllLines(log.resolve("00000000000000000000.json")).stream()
            .filter(line -> line.startsWith("{\"metaData\""))
            .findFirst()
            .orElseThrow();
    String change =
        "{\\\"delta.typeChanges\\\":[{\\\"fromType\\\":\\\""
            + from
            + "\\\",\\\"toType\\\":\\\""
            + to
            + "\\\"}]}";
    String widened =
        metadata
            .replace("\\\"type\\\":\\\"" + from + "\\\"", "\\\"type\\\":\\\"" + to + "\\\"")
            .replace("\\\"metadata\\\":{}", "\\\"metadata\\\":" + change)
            .replace(
                "\"configuration\":{", "\"configuration\":{\"delta.enableTypeWidening\":\"true\",");
    assertThat(widened).contains(to).contains("typeChanges").contains("enableTypeWidening");
    Files.writeString(
        log.resolve("00000000000000000002.json"),
        """
        {"commitInfo":{"timestamp":1,"operation":"CHANGE COLUMN"}}
        {"protocol":{"minReaderVersion":3,"minWriterVersion":7,"readerFeatures":["deletionVectors","typeWidening"],"writerFeatures":["deletionVectors","typeWidening","domainMetadata"]}}
        """
            + widened
            + "\n");
  }
}
