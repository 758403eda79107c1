/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.readers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructField;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Spark finds in every table the rows that the model expects, and the types people query. */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SparkReadsTheTablesITCase {
  private static SparkSession spark;

  @BeforeAll
  static void start() {
    spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
            .config(
                "spark.sql.catalog.spark_catalog",
                "org.apache.spark.sql.delta.catalog.DeltaCatalog")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.sql.shuffle.partitions", "2")
            // The tables are small: fewer tasks, and no time for compiling queries.
            .config("spark.databricks.delta.snapshotPartitions", "2")
            .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
            .config("spark.sql.codegen.wholeStage", "false")
            .config("spark.sql.warehouse.dir", "target/spark-warehouse")
            .getOrCreate();
  }

  @AfterAll
  static void stop() {
    if (spark != null) {
      spark.stop();
    }
  }

  static List<WrittenTable> tables() throws IOException {
    return WrittenTable.all();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("tables")
  void everyTableHasTheExpectedRows(WrittenTable written) {
    Dataset<Row> table = spark.read().format("delta").load(written.table().toString());
    assertThat(table.schema().fields())
        .extracting(StructField::name, field -> field.dataType().sql())
        .containsExactlyElementsOf(
            written.columns().entrySet().stream()
                .map(c -> org.assertj.core.groups.Tuple.tuple(c.getKey(), c.getValue()))
                .toList());

    Dataset<Row> expected = spark.read().schema(table.schema()).json(written.rows().toString());
    // Sorted, since comparing 50,000 rows pairwise takes minutes.
    assertThat(sorted(table)).isEqualTo(sorted(expected));
  }

  private static List<String> sorted(Dataset<Row> rows) {
    return rows.toJSON().collectAsList().stream().sorted().toList();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("tables")
  void everyOlderVersionCanBeRead(WrittenTable written) {
    Map<String, String> ofVersion = Map.of("versionAsOf", "0");
    assertThat(
            spark
                .read()
                .format("delta")
                .options(ofVersion)
                .load(written.table().toString())
                .count())
        .isZero();
  }
}
