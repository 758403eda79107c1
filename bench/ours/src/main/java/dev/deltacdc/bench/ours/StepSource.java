/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.ours;

import java.util.Iterator;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;
import org.apache.flink.table.data.RowData;

/**
 * Emits the rows that the trial hands over, and tells it when they are out. Nothing of it is kept
 * in checkpoints: a trial hands over rows only to a job that runs.
 */
final class StepSource implements SourceFunction<RowData> {
  private static final long serialVersionUID = 1L;

  /** The trial and the only source of its job are in one JVM. */
  private static final BlockingQueue<Iterator<RowData>> STEPS = new LinkedBlockingQueue<>();

  private static final BlockingQueue<Iterator<RowData>> DONE = new LinkedBlockingQueue<>();

  private volatile boolean running = true;

  /** Emits a row for each number; returns when all are out. */
  static void emit(long[] numbers, LongFunction<RowData> row, EmbeddedFlink flink)
      throws Exception {
    STEPS.add(LongStream.of(numbers).mapToObj(row).iterator());
    while (DONE.poll(1, TimeUnit.SECONDS) == null) {
      flink.requireRunning();
    }
  }

  @Override
  public void run(SourceContext<RowData> context) throws Exception {
    while (running) {
      Iterator<RowData> rows = STEPS.poll(100, TimeUnit.MILLISECONDS);
      if (rows == null) {
        continue;
      }
      while (rows.hasNext()) {
        RowData row = rows.next();
        synchronized (context.getCheckpointLock()) {
          context.collect(row);
        }
      }
      DONE.add(rows);
    }
  }

  @Override
  public void cancel() {
    running = false;
  }
}
