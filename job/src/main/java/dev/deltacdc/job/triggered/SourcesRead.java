/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.triggered;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.runtime.operators.coordination.CoordinationRequest;
import org.apache.flink.runtime.operators.coordination.CoordinationRequestGateway;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks a job, from outside, whether its held sources have been read to their ends. */
public final class SourcesRead {

  private static final Logger LOG = LoggerFactory.getLogger(SourcesRead.class);
  private static final long PATIENCE_SECONDS = 30;

  private final CoordinationRequestGateway job;
  private final List<String> uids;

  /**
   * @param uids of the operators that {@link EndOfRun#behind} made
   */
  public SourcesRead(CoordinationRequestGateway job, List<String> uids) {
    this.job = job;
    this.uids = List.copyOf(uids);
  }

  /** The question. */
  private record IsRead() implements CoordinationRequest {
    private static final long serialVersionUID = 1L;
  }

  /**
   * Whether all of them have, in all subtasks, and emitted it. A job that does not answer, because
   * it has not started, restarts or has ended, has not.
   */
  public boolean all() throws InterruptedException {
    for (String uid : uids) {
      try {
        if (!EndOfRunCoordinator.isRead(
            job.sendCoordinationRequest(uid, new IsRead())
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS))) {
          return false;
        }
      } catch (ExecutionException | TimeoutException e) {
        LOG.debug("{} does not answer.", uid, e);
        return false;
      }
    }
    return true;
  }
}
