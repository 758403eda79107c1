/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import dev.deltacdc.delta.LogHook;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the log's checkpoints and checksums after commits, in order, in a thread of its own. Where
 * checkpoints take longer than the commits between them, all but the last one waiting are left out:
 * each would be of the newest version anyway. A failure harms no data: it is logged and counted.
 */
final class LogUpkeep implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LogUpkeep.class);
  private static final long CLOSE_SECONDS = 30;

  private final CommitterMetrics metrics;
  private final ExecutorService thread;
  private final AtomicBoolean checkpointed = new AtomicBoolean();
  private final AtomicLong newestCheckpoint = new AtomicLong(-1);

  LogUpkeep(String name, CommitterMetrics metrics) {
    this.metrics = metrics;
    this.thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread created = new Thread(task, "delta-log-upkeep-" + name);
              created.setDaemon(true);
              return created;
            });
  }

  void submit(List<LogHook> hooks) {
    for (LogHook hook : hooks) {
      if (isCheckpoint(hook)) {
        newestCheckpoint.set(hook.version());
      }
      thread.execute(() -> run(hook));
    }
  }

  private static boolean isCheckpoint(LogHook hook) {
    return hook.name().equals("checkpoint");
  }

  private void run(LogHook hook) {
    if (isCheckpoint(hook) && hook.version() < newestCheckpoint.get()) {
      return;
    }
    try {
      hook.run();
      if (isCheckpoint(hook)) {
        checkpointed.set(true);
      }
    } catch (Exception e) {
      metrics.hookFailures.inc();
      LOG.warn(
          "The {} of version {} of the Delta log failed. The table is unharmed; a later commit makes"
              + " the next one.",
          hook.name(),
          hook.version(),
          e);
    }
  }

  /** Whether a checkpoint of the log was made since the last call. */
  boolean takeCheckpointed() {
    return checkpointed.getAndSet(false);
  }

  @Override
  public void close() throws InterruptedException {
    thread.shutdown();
    if (!thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
      thread.shutdownNow();
    }
  }
}
