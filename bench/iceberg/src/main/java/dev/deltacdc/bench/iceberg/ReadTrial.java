/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.iceberg;

import dev.deltacdc.bench.common.Arguments;
import dev.deltacdc.bench.common.Trial;
import dev.deltacdc.bench.common.TrialProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.io.CloseableIterable;

/**
 * Reads every column of every row of a table with Iceberg's own reader of generic records, on one
 * thread: {@code table=upserted}, or {@code table=compacted}, and the parameters it was made with.
 */
public final class ReadTrial implements Trial {

  private final Path path;
  private final long rows;

  private ReadTrial(Arguments arguments) {
    path = arguments.table("iceberg-" + arguments.text("table"));
    rows = arguments.number("rows");
  }

  public static void main(String[] args) {
    TrialProcess.serve(args, ReadTrial::new);
  }

  @Override
  public Map<String, Double> run() throws IOException {
    long start = System.nanoTime();
    Table table = new HadoopTables(new Configuration()).load(path.toString());
    long found = 0;
    double price = 0;
    try (CloseableIterable<Record> records =
        IcebergGenerics.read(table).reuseContainers().build()) {
      for (Record record : records) {
        found++;
        price += (Double) record.get(4);
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    if (found != rows || price <= 0) {
      throw new IllegalStateException("Read " + found + " rows of " + rows + ".");
    }
    return Map.of("seconds", seconds);
  }
}
