/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.ours;

import dev.deltacdc.bench.common.Arguments;
import dev.deltacdc.bench.common.Trial;
import dev.deltacdc.bench.common.TrialProcess;
import dev.deltacdc.delta.LiveFile;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The least that a writer without an index would have to do for a commit: read the key column of
 * the whole table once, file by file on two threads.
 */
public final class KeyScanTrial implements Trial {

  private final Path table;
  private final long rows;
  private final ExecutorService threads = Executors.newFixedThreadPool(EmbeddedFlink.PARALLELISM);

  private KeyScanTrial(Arguments arguments) {
    table = BuildTable.table(arguments);
    rows = arguments.number("rows");
  }

  public static void main(String[] args) {
    TrialProcess.serve(args, KeyScanTrial::new);
  }

  @Override
  public Map<String, Double> run() throws Exception {
    long start = System.nanoTime();
    TableSnapshot snapshot = TableStore.open(table.toString(), Map.of()).latest();
    List<LiveFile> files = new ArrayList<>();
    snapshot.forEachLiveFile(files::add);
    List<Future<Long>> counts = new ArrayList<>();
    for (LiveFile file : files) {
      counts.add(threads.submit(() -> keys(snapshot, file)));
    }
    long found = 0;
    for (Future<Long> count : counts) {
      found += count.get();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    if (found != rows) {
      throw new IllegalStateException("Read " + found + " keys of " + rows + ".");
    }
    return Map.of("seconds", seconds);
  }

  private static long keys(TableSnapshot snapshot, LiveFile file) throws Exception {
    long[] count = {0};
    snapshot
        .keyScan(ProductTable.KEY)
        .scan(
            file,
            (live, position, row) -> {
              if (row.getString(0).toBytes().length > 0) {
                count[0]++;
              }
            });
    return count[0];
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
