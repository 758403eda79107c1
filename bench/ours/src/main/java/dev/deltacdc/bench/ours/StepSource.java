/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.ours;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;
import org.apache.flink.table.data.RowData;

/**
 * Emits the rows that the trial hands over, and tells it when they are out. Nothing of it is kept
 * in checkpoints: a trial hands over rows only to a job that runs.
 */
final class StepSource implements SourceFunction<RowData> {
  private static final long serialVersionUID = 1L;

  /** The trial and the only source of its job are in one JVM. */
  private static final BlockingQueue<Step> STEPS = new LinkedBlockingQueue<>();

  private static final BlockingQueue<Step> DONE = new LinkedBlockingQueue<>();

  private volatile boolean running = true;

  private record Step(long[] numbers, LongFunction<RowData> row) {}

  /** Emits a row for each number; returns when all are out. */
  static void emit(long[] numbers, LongFunction<RowData> row, EmbeddedFlink flink)
      throws Exception {
    STEPS.add(new Step(numbers, row));
    while (DONE.poll(1, TimeUnit.SECONDS) == null) {
      flink.requireRunning();
    }
  }

  @Override
  public void run(SourceContext<RowData> context) throws Exception {
    while (running) {
      Step step = STEPS.poll(100, TimeUnit.MILLISECONDS);
      if (step == null) {
        continue;
      }
      for (long number : step.numbers()) {
        synchronized (context.getCheckpointLock()) {
          context.collect(step.row().apply(number));
        }
      }
      DONE.add(step);
    }
  }

  @Override
  public void cancel() {
    running = false;
  }
}
