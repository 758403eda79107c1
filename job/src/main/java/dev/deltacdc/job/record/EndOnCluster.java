/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.record;

import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.common.JobID;
import org.apache.flink.core.execution.JobStatusHook;

/** Records, where the JobManager runs, how a job ended; its counts are known to clients only. */
public final class EndOnCluster implements JobStatusHook {
  private static final long serialVersionUID = 1L;

  private final RunFolder folder;

  public EndOnCluster(RunFolder folder) {
    this.folder = folder;
  }

  @Override
  public void onCreated(JobID job) {}

  @Override
  public void onFinished(JobID job) {
    ended("finished", null);
  }

  @Override
  public void onFailed(JobID job, Throwable failure) {
    ended("failed", failure);
  }

  @Override
  public void onCanceled(JobID job) {
    ended("canceled", null);
  }

  /** The failure's kind alone: messages may hold what is secret, and are in the log. */
  private void ended(String state, @Nullable Throwable failure) {
    folder
        .file("end")
        .add(
            List.of(
                RunEvents.ended(
                    state,
                    null,
                    failure == null ? null : failure.getClass().getSimpleName(),
                    List.of())));
  }
}
