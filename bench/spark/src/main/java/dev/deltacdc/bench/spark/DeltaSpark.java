/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.spark;

import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;

/** Spark with Delta on two threads in this JVM. */
final class DeltaSpark {

  private DeltaSpark() {}

  static SparkSession start(Path work) {
    return SparkSession.builder()
        .master("local[2]")
        .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
        .config(
            "spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.datetime.java8API.enabled", "true")
        .config("spark.local.dir", work.resolve("tmp").toString())
        .config("spark.sql.warehouse.dir", work.resolve("warehouse").toString())
        // As many as there are threads: the default of 200 would make it slower.
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.databricks.delta.snapshotPartitions", "2")
        .getOrCreate();
  }
}
