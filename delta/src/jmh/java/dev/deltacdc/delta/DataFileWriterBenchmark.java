/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import dev.deltacdc.bench.ours.upserts.ProductRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.table.data.RowData;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A data file of 50,000 rows of six columns. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DataFileWriterBenchmark {

  private static final int ROWS = 50_000;

  private final List<RowData> rows = new ArrayList<>(ProductRows.binary(ROWS));
  private Path table;
  private DataFileWriter writer;

  /** An empty table. */
  @Setup
  public void setUp() throws IOException {
    table = Files.createTempDirectory("data-files");
    writer =
        TableStore.open(table.toString(), Map.of())
            .createOrCheck(DeltaTable.of(table.toString(), ProductRows.TYPE), false)
            .dataFileWriter(ProductRows.TYPE, 128L << 20);
  }

  /** A row. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public Object write() {
    return writer.write(Map.of(), rows.iterator());
  }

  /** Files of an iteration are not kept for the next. */
  @TearDown(Level.Iteration)
  public void removeFiles() throws IOException {
    try (var files = Files.newDirectoryStream(table, "*.parquet")) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
  }
}
