/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.spark;

import dev.deltacdc.bench.common.Arguments;
import dev.deltacdc.bench.common.DeltaLog;
import dev.deltacdc.bench.common.Folders;
import dev.deltacdc.bench.common.RandomRows;
import dev.deltacdc.bench.common.Trial;
import dev.deltacdc.bench.common.TrialProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Updates rows of a large table by MERGE with deletion vectors: {@code rows=N files=N changes=N}. A
 * repetition is one statement; its source is in memory.
 */
public final class MergeTrial implements Trial {

  private final SparkSession spark;
  private final Path table;
  private final RandomRows rows;
  private final int changes;
  private int update;

  private MergeTrial(Arguments arguments) throws Exception {
    changes = Math.toIntExact(arguments.number("changes"));
    rows = new RandomRows(arguments.number("rows"));
    Path original =
        arguments
            .data()
            .resolve("products-" + arguments.text("rows") + "-" + arguments.text("files"));
    table = Folders.copyTable(original, arguments.work().resolve("table"));
    spark = DeltaSpark.start(arguments.work());
  }

  public static void main(String[] args) {
    TrialProcess.serve(args, MergeTrial::new);
  }

  @Override
  public Map<String, Double> run() throws Exception {
    update++;
    List<Row> changed = Products.rows(rows.next(changes), update);
    long start = System.nanoTime();
    spark.createDataFrame(changed, Products.TYPE).createOrReplaceTempView("changes");
    Row result =
        spark
            .sql(
                "MERGE INTO delta.`"
                    + table
                    + "` t USING changes c ON t.id = c.id"
                    + " WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *")
            .head();
    double seconds = (System.nanoTime() - start) / 1e9;
    long updated = result.getLong(result.fieldIndex("num_updated_rows"));
    if (updated != changes) {
      throw new IllegalStateException("MERGE updated " + updated + " rows, not " + changes + ".");
    }
    long version = DeltaLog.newestVersion(table);
    return Map.of(
        "seconds", seconds, "deletionVectors", (double) DeltaLog.deletionVectors(table, version));
  }

  @Override
  public void close() {
    spark.stop();
  }
}
