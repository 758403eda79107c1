/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.spark;

import dev.deltacdc.bench.common.Arguments;
import dev.deltacdc.bench.common.Trial;
import dev.deltacdc.bench.common.TrialProcess;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Reads every column of every row of a table: {@code table=upserted}, or {@code table=compacted},
 * and the parameters it was made with.
 */
public final class ReadTrial implements Trial {

  private final SparkSession spark;
  private final Path table;
  private final long rows;

  private ReadTrial(Arguments arguments) {
    spark = DeltaSpark.start(arguments.work());
    table = arguments.table(arguments.text("table"));
    rows = arguments.number("rows");
  }

  public static void main(String[] args) {
    TrialProcess.serve(args, ReadTrial::new);
  }

  @Override
  public Map<String, Double> run() {
    long start = System.nanoTime();
    Row result =
        spark
            .sql(
                "SELECT count(*), sum(length(id)), sum(length(name)), min(category), sum(stock),"
                    + " sum(price), max(updated_at) FROM delta.`"
                    + table
                    + "`")
            .head();
    double seconds = (System.nanoTime() - start) / 1e9;
    if (result.getLong(0) != rows) {
      throw new IllegalStateException("Read " + result.getLong(0) + " rows of " + rows + ".");
    }
    return Map.of("seconds", seconds);
  }

  @Override
  public void close() {
    spark.stop();
  }
}
