/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import dev.deltacdc.job.triggered.SourcesRead;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.flink.runtime.operators.coordination.CoordinationRequestGateway;
import org.apache.flink.util.function.ThrowingRunnable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops a job with a savepoint, without a drain, as soon as its sources are read. The savepoint's
 * barrier follows all that they gave, and its completion commits it.
 */
final class TriggeredStop {

  private static final Logger LOG = LoggerFactory.getLogger(TriggeredStop.class);
  private static final long POLL_MILLIS = 200;

  private final boolean stops;
  private final SourcesRead sources;
  private final Supplier<CompletableFuture<String>> stop;

  /**
   * @param held uids of the operators that say when sources are read; none: the job ends by itself
   * @param stop begins to stop the job, and gives the savepoint
   */
  TriggeredStop(
      CoordinationRequestGateway job, List<String> held, Supplier<CompletableFuture<String>> stop) {
    this.stops = !held.isEmpty();
    this.sources = new SourcesRead(job, held);
    this.stop = stop;
  }

  /**
   * Waits for the job's end, which this brings about if there are such operators. A job that fails
   * meanwhile and restarts is waited for again.
   *
   * @param result completes when the job has ended, however it ended
   * @param meanwhile called a few times a second
   */
  <T> T await(CompletableFuture<T> result, ThrowingRunnable<Exception> meanwhile) throws Exception {
    while (true) {
      try {
        return result.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        if (!result.isDone()) {
          meanwhile.run();
          stopIfRead(result);
        }
      }
    }
  }

  private void stopIfRead(CompletableFuture<?> result) throws InterruptedException {
    if (!stops || !sources.all()) {
      return;
    }
    try {
      CompletableFuture<String> savepoint = stop.get();
      CompletableFuture.anyOf(savepoint, result).get();
      if (savepoint.isDone()) {
        LOG.info("Stopped with the savepoint {}.", savepoint.get());
      }
    } catch (ExecutionException e) {
      LOG.warn("The job could not be stopped; trying again when it has read its sources.", e);
    }
  }
}
