/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.ours.upserts;

import dev.deltacdc.bench.common.Arguments;
import dev.deltacdc.bench.common.Trial;
import dev.deltacdc.bench.common.TrialProcess;
import dev.deltacdc.delta.DataFileWriter;
import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.delta.TableStore;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.flink.table.data.RowData;

/**
 * Kernel's Parquet writer alone: rows in memory, one thread, one file after the other. What the
 * table's six columns cost on their way from Flink's rows to Kernel's vectors is in it.
 */
public final class ParquetTrial implements Trial {

  private static final long SEED = 20260101;
  private static final int ROWS = 1_000_000;
  private static final int FILE_ROWS = 100_000;
  private static final int WARM_UPS = 3;

  private final List<RowData> rows;
  private final DataFileWriter writer;

  private ParquetTrial(Arguments arguments) {
    Random random = new Random(SEED);
    this.rows =
        IntStream.range(0, ROWS)
            .mapToObj(i -> ProductRows.row(random.nextInt(ROWS), i, random))
            .toList();
    String path = arguments.work().resolve("products").toString();
    this.writer =
        TableStore.open(path, Map.of())
            .createOrCheck(DeltaTable.of(path, ProductRows.TYPE), false)
            .dataFileWriter(ProductRows.TYPE, 128L << 20);
    for (int i = 0; i < WARM_UPS; i++) {
      run();
    }
  }

  public static void main(String[] args) {
    TrialProcess.serve(args, ParquetTrial::new);
  }

  @Override
  public Map<String, Double> run() {
    long start = System.nanoTime();
    for (int first = 0; first < ROWS; first += FILE_ROWS) {
      writer.write(Map.of(), rows.subList(first, first + FILE_ROWS).iterator());
    }
    return Map.of("eventsPerSecond", ROWS / ((System.nanoTime() - start) / 1e9));
  }
}
