/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.triggered;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import javax.annotation.Nullable;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.CoordinationRequest;
import org.apache.flink.runtime.operators.coordination.CoordinationRequestHandler;
import org.apache.flink.runtime.operators.coordination.CoordinationResponse;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.apache.flink.runtime.operators.coordination.OperatorEvent;
import org.apache.flink.streaming.api.operators.collect.CollectCoordinationResponse;

/**
 * Knows which subtasks of a source are at their end. A subtask that starts anew tells again, but
 * not where all input has ended for good: then its tasks never run again. That is in state until
 * the tasks have ended; of operators whose tasks have, Flink keeps none ({@code null} after a
 * restart), and a client that starts from such state must not ask.
 *
 * <p>Called by the JobManager's main thread only.
 */
final class EndOfRunCoordinator implements OperatorCoordinator, CoordinationRequestHandler {

  private final Context context;
  private final Set<Integer> ended = new HashSet<>();
  private final Set<Integer> endedForGood = new HashSet<>();
  private boolean wasEnded;

  private EndOfRunCoordinator(Context context) {
    this.context = context;
  }

  /**
   * Makes the coordinator.
   *
   * @param getOperatorId of the operator it belongs to
   */
  record Provider(OperatorID getOperatorId) implements OperatorCoordinator.Provider {
    private static final long serialVersionUID = 1L;

    @Override
    public OperatorCoordinator create(Context context) {
      return new EndOfRunCoordinator(context);
    }
  }

  /** Whether all subtasks are at their end. */
  @Override
  public CompletableFuture<CoordinationResponse> handleCoordinationRequest(
      CoordinationRequest request) {
    return CompletableFuture.completedFuture(
        answer(wasEnded || ended.size() == context.currentParallelism()));
  }

  /**
   * An answer of a class of Flink's: its REST client does not find ours when the jar was submitted.
   */
  private static CoordinationResponse answer(boolean read) {
    return new CollectCoordinationResponse("", read ? 1 : 0, List.of());
  }

  static boolean isRead(CoordinationResponse answer) {
    return ((CollectCoordinationResponse) answer).getLastCheckpointedOffset() == 1;
  }

  @Override
  public void handleEventFromOperator(int subtask, int attempt, OperatorEvent event) {
    ended.add(subtask);
    if (((EndOfRun.ReadToEnd) event).forGood()) {
      endedForGood.add(subtask);
    }
  }

  @Override
  public void subtaskReset(int subtask, long checkpointId) {
    forget(subtask);
  }

  @Override
  public void executionAttemptFailed(int subtask, int attempt, @Nullable Throwable reason) {
    forget(subtask);
  }

  private void forget(int subtask) {
    ended.remove(subtask);
    endedForGood.remove(subtask);
  }

  @Override
  public void resetToCheckpoint(long checkpointId, @Nullable byte[] state) {
    boolean over = isOver();
    ended.clear();
    endedForGood.clear();
    wasEnded = state == null ? over && checkpointId != NO_CHECKPOINT : state.length > 0;
  }

  @Override
  public void checkpointCoordinator(long checkpointId, CompletableFuture<byte[]> result) {
    result.complete(new byte[isOver() ? 1 : 0]);
  }

  private boolean isOver() {
    return wasEnded || endedForGood.size() == context.currentParallelism();
  }

  @Override
  public void start() {}

  @Override
  public void close() {}

  @Override
  public void notifyCheckpointComplete(long checkpointId) {}

  @Override
  public void executionAttemptReady(int subtask, int attempt, SubtaskGateway gateway) {}
}
