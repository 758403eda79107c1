/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.Scan;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PartitionedTableTest {

  @TempDir Path folder;

  private TestTable table(LogicalType partition) {
    RowType rowType =
        RowType.of(new LogicalType[] {partition, new IntType()}, new String[] {"part", "id"});
    return TestTable.create(
        DeltaTable.of(folder.resolve("t").toString(), rowType).partitionedBy(List.of("part")),
        true);
  }

  record Case(LogicalType type, List<Object> values) {
    @Override
    public String toString() {
      return type.asSummaryString();
    }
  }

  static List<Case> partitions() {
    LogicalType string = new VarCharType(VarCharType.MAX_LENGTH);
    return List.of(
        new Case(
            string,
            List.of(
                text("plain"),
                text("a b"),
                text("a/b=c%20d:e"),
                text("100%"),
                text("ção €"),
                text("\uD83D\uDE00"),
                text("line\nbreak"),
                text("__HIVE_DEFAULT_PARTITION__x"),
                text("__HIVE_DEFAULT_PARTITION__"),
                text("null"),
                text("\u0000"),
                text("\u0001\u007f\u0085\u2028\ufeff"),
                text("e\u0301"),
                text("\u00e9"),
                text("?#[]{}^\\\"'*+&;,@!$()"),
                text(" "),
                text(".."),
                text("x".repeat(1000)),
                text("\u6c34".repeat(1000)),
                text("\uD83D\uDE00".repeat(1000)))),
        new Case(
            new DateType(),
            List.of(
                0,
                -1,
                (int) LocalDate.of(1, 1, 1).toEpochDay(),
                (int) LocalDate.of(2026, 3, 29).toEpochDay(),
                (int) LocalDate.of(9999, 12, 31).toEpochDay())),
        new Case(new IntType(), List.of(0, Integer.MIN_VALUE, Integer.MAX_VALUE)),
        new Case(new BigIntType(), List.of(Long.MIN_VALUE, Long.MAX_VALUE)),
        new Case(new SmallIntType(), List.of(Short.MIN_VALUE, Short.MAX_VALUE)),
        new Case(new TinyIntType(), List.of(Byte.MIN_VALUE, Byte.MAX_VALUE)),
        new Case(new BooleanType(), List.of(true, false)),
        new Case(
            new FloatType(),
            List.of(
                1.5f,
                Float.NaN,
                0.0f,
                -0.0f,
                Float.MIN_VALUE,
                Float.MAX_VALUE,
                Float.NEGATIVE_INFINITY)),
        new Case(
            new DoubleType(),
            List.of(
                -1e300,
                0.1,
                Double.NaN,
                0.0,
                -0.0,
                Double.MIN_VALUE,
                Double.MAX_VALUE,
                Double.POSITIVE_INFINITY)),
        new Case(
            new DecimalType(20, 8),
            List.of(
                DecimalData.fromBigDecimal(new BigDecimal("0.00000001"), 20, 8),
                DecimalData.fromBigDecimal(new BigDecimal("-123456789012.5"), 20, 8))),
        new Case(
            new LocalZonedTimestampType(6),
            Stream.of(
                    "2026-03-29T01:30:00.123456Z",
                    "2026-10-25T00:30:00Z",
                    "2026-10-25T01:30:00Z",
                    "1969-12-31T23:59:59.999999Z",
                    "0001-01-01T00:00:00Z",
                    "1582-10-10T00:00:00Z",
                    "9999-12-31T23:59:59.999999Z")
                .<Object>map(text -> TimestampData.fromInstant(Instant.parse(text)))
                .toList()),
        new Case(
            new TimestampType(6),
            Stream.of(
                    "2026-03-29T01:30:00.5",
                    "2026-10-25T01:30:00",
                    "1969-12-31T23:59:59.999999",
                    "0001-01-01T00:00:00",
                    "9999-12-31T23:59:59.999999")
                .<Object>map(text -> TimestampData.fromLocalDateTime(LocalDateTime.parse(text)))
                .toList()));
  }

  private static StringData text(String text) {
    return StringData.fromString(text);
  }

  @ParameterizedTest
  @MethodSource("partitions")
  void valuesComeBackWhateverTheTimeZone(Case partition) throws Exception {
    TestTable table = table(partition.type());
    List<RowData> rows = new ArrayList<>();
    for (Object value : partition.values()) {
      rows.add(GenericRowData.of(value, rows.size()));
      rows.add(GenericRowData.of(value, rows.size()));
    }
    rows.add(GenericRowData.of(null, rows.size()));

    TimeZone zone = TimeZone.getDefault();
    try {
      TimeZone.setDefault(TimeZone.getTimeZone("America/Sao_Paulo"));
      table.append(rows);
      TimeZone.setDefault(TimeZone.getTimeZone("Europe/Lisbon"));
      assertThat(texts(table.rows())).isEqualTo(texts(rows));
    } finally {
      TimeZone.setDefault(zone);
    }
    assertThat(table.liveFiles()).hasSize(partition.values().size() + 1);
    assertThat(kernelRows(table.store.path())).isEqualTo(texts(rows));
  }

  /** By id; the partition as text. */
  private Map<Integer, String> texts(List<RowData> rows) {
    LogicalType type = TestTable.existing(folder.resolve("t")).snapshot.rowType().getTypeAt(0);
    Map<Integer, String> texts = new HashMap<>();
    for (RowData row : rows) {
      Object value = RowData.createFieldGetter(type, 0).getFieldOrNull(row);
      texts.put(row.getInt(1), String.valueOf(value));
    }
    return texts;
  }

  /** The same through Kernel's own scan, which decodes paths and partition values itself. */
  private Map<Integer, String> kernelRows(String path) throws Exception {
    DefaultEngine engine = DefaultEngine.create(new Configuration());
    Scan scan =
        io.delta.kernel.TableManager.loadSnapshot(path).build(engine).getScanBuilder().build();
    Row state = scan.getScanState(engine);
    Map<Integer, String> rows = new HashMap<>();
    try (CloseableIterator<Row> files = Utils.intoRows(scan.getScanFiles(engine))) {
      while (files.hasNext()) {
        Row file = files.next();
        FileStatus status = InternalScanFileUtils.getAddFileStatus(file);
        try (CloseableIterator<FilteredColumnarBatch> data =
            Scan.transformPhysicalData(
                engine,
                state,
                file,
                engine
                    .getParquetHandler()
                    .readParquetFiles(
                        Utils.singletonCloseableIterator(status),
                        ScanStateRow.getPhysicalDataReadSchema(state),
                        Optional.empty())
                    .map(FileReadResult::getData))) {
          data.forEachRemaining(
              batch -> {
                for (int i = 0; i < batch.getData().getSize(); i++) {
                  rows.put(
                      batch.getData().getColumnVector(1).getInt(i),
                      String.valueOf(KernelValues.value(batch.getData().getColumnVector(0), i)));
                }
              });
        }
      }
    }
    return rows;
  }

  @Test
  void anEmptyStringIsNullAsTheLogCannotTellThemApart() {
    TestTable table = table(new VarCharType(VarCharType.MAX_LENGTH));
    table.append(List.of(GenericRowData.of(text(""), 1), GenericRowData.of(null, 2)));

    assertThat(table.rows()).allMatch(row -> row.isNullAt(0));
    assertThat(table.liveFiles()).hasSize(1);
  }

  @Test
  void daysAreReadFromPartitionValues() {
    TestTable table = table(new DateType());
    int day = (int) LocalDate.of(2026, 1, 31).toEpochDay();
    table.append(List.of(GenericRowData.of(day, 1)));
    table.append(List.of(GenericRowData.of(null, 2)));
    TableCommit removal = table.snapshot.newCommit().maintenance();
    for (LiveFile file : table.liveFiles()) {
      PartitionValues.epochDay(file.file().partitionValues(), "part")
          .ifPresent(
              found -> {
                assertThat(found).isEqualTo(day);
                removal.remove(file);
              });
    }
    table.commit(removal);

    assertThat(table.rows())
        .singleElement()
        .satisfies(row -> assertThat(row.getInt(1)).isEqualTo(2));
  }

  @Test
  void keyScansSeePartitionColumnsAndSkipOtherFiles() throws Exception {
    TestTable table = table(new DateType());
    table.append(List.of(GenericRowData.of(1, 10), GenericRowData.of(2, 20)));
    LiveFile first =
        table.liveFiles().stream()
            .filter(
                f -> PartitionValues.epochDay(f.file().partitionValues(), "part").getAsInt() == 1)
            .findFirst()
            .orElseThrow();
    table.delete(first, 0);
    table.append(List.of(GenericRowData.of(1, 11), GenericRowData.of(1, 12)));

    List<String> seen = new ArrayList<>();
    table
        .snapshot
        .keyScan(List.of("id", "part"))
        .scan(
            file -> PartitionValues.epochDay(file.file().partitionValues(), "part").getAsInt() == 1,
            (file, position, row) ->
                seen.add(row.getInt(0) + "@" + position + " day " + row.getInt(1)));

    assertThat(seen).containsExactlyInAnyOrder("11@0 day 1", "12@1 day 1");
  }
}
