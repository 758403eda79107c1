/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.readers;

import org.apache.spark.sql.SparkSession;

/** Spark with Delta in this JVM: one for all tests, which run side by side, until its end. */
final class LocalSpark {

  private static final SparkSession SESSION =
      SparkSession.builder()
          .master("local[2]")
          .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
          .config(
              "spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
          .config("spark.driver.host", "127.0.0.1")
          .config("spark.driver.bindAddress", "127.0.0.1")
          .config("spark.ui.enabled", "false")
          .config("spark.sql.session.timeZone", "UTC")
          .config("spark.sql.datetime.java8API.enabled", "true")
          .config("spark.sql.shuffle.partitions", "1")
          // VACUUM at once, in tests where nothing else writes.
          .config("spark.databricks.delta.retentionDurationCheck.enabled", "false")
          // The tables are small: fewer tasks, and no time for compiling queries.
          .config("spark.databricks.delta.snapshotPartitions", "1")
          .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
          .config("spark.sql.codegen.wholeStage", "false")
          .config("spark.sql.adaptive.enabled", "false")
          .config("spark.sql.warehouse.dir", "target/spark-warehouse")
          .getOrCreate();

  private LocalSpark() {}

  static SparkSession session() {
    return SESSION;
  }
}
