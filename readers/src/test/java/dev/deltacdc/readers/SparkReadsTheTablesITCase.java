/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.readers;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Spark finds in every table exactly the rows that the model expects, with the types that people
 * query, also in older versions; and what the log says about each data file holds.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SparkReadsTheTablesITCase {
  private final SparkSession spark = LocalSpark.session();

  static List<WrittenTable> tables() {
    return WrittenTable.all();
  }

  static List<WrittenTable.Version> versions() {
    return WrittenTable.allVersions();
  }

  @Test
  void everyEndToEndTestHasLeftItsTables() {
    assertThat(tables()).extracting(WrittenTable::test).containsAll(WrittenTable.TESTS);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("tables")
  void everyTableHasTheExpectedRows(WrittenTable written) throws IOException {
    String path = written.table().toString();
    DeltaLog log = DeltaLog.forTable(spark, path);
    StructType schema = log.unsafeVolatileSnapshot().schema();
    assertThat(schema.fields())
        .extracting(StructField::name, field -> field.dataType().sql())
        .containsExactlyElementsOf(
            written.columns().entrySet().stream()
                .map(c -> org.assertj.core.groups.Tuple.tuple(c.getKey(), c.getValue()))
                .toList());

    List<Row> rows =
        spark
            .read()
            .format("delta")
            .load(path)
            .select(col("*"), col("_metadata.file_name"))
            .collectAsList();
    assertSame(rows, schema.size(), written.rows());

    List<Row> files =
        log.unsafeVolatileSnapshot()
            .stateDF()
            .where("add IS NOT NULL")
            .select(
                "add.path", "add.stats", "add.partitionValues", "add.deletionVector.cardinality")
            .collectAsList();
    checkStatistics(written, schema, rows, files);
  }

  private static void checkStatistics(
      WrittenTable written, StructType schema, List<Row> rows, List<Row> files) throws IOException {
    Map<String, List<Row>> byFile =
        rows.stream().collect(Collectors.groupingBy(row -> row.getString(schema.size())));
    for (Row file : files) {
      String path = file.getString(0);
      List<Row> live = byFile.remove(path.substring(path.lastIndexOf('/') + 1));
      assertThat(live).as("rows of %s", path).isNotNull();
      FileStatistics statistics =
          new FileStatistics(
              path,
              file.getString(1),
              file.getJavaMap(2).keySet(),
              file.isNullAt(3) ? 0 : file.getLong(3),
              schema,
              live);
      statistics.checkRecordCount(written.table());
      statistics.checkColumns();
    }
    assertThat(byFile.keySet()).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("versions")
  void everyVersionHasTheRowsItHadThen(WrittenTable.Version version) throws IOException {
    List<Row> rows =
        spark
            .read()
            .format("delta")
            .option("versionAsOf", version.number())
            .load(version.table().table().toString())
            .collectAsList();
    assertSame(rows, version.table().columns().size(), version.rows());
  }

  /** The same bag of rows; by hashing, since comparing 50,000 rows pairwise takes minutes. */
  private static void assertSame(List<Row> rows, int columns, Path expected) throws IOException {
    Map<String, Long> surplus = new HashMap<>();
    rows.forEach(row -> surplus.merge(RowLine.of(row, columns), 1L, Long::sum));
    Files.readAllLines(expected).forEach(line -> surplus.merge(line, -1L, Long::sum));
    surplus.values().removeIf(count -> count == 0);
    List<String> first =
        surplus.entrySet().stream().map(row -> row.getValue() + " x " + row.getKey()).toList();
    assertThat(first.stream().limit(20).toList()).as("more or fewer than expected").isEmpty();
  }
}
