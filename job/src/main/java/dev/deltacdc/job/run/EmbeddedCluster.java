/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.operators.coordination.CoordinationRequestGateway;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.util.SerializedValue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A Flink cluster inside this JVM, with its web page, for one job. */
final class EmbeddedCluster implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedCluster.class);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** With state of many millions of keys on a slow disk. */
  private static final Duration SAVEPOINT_PATIENCE = Duration.ofMinutes(9);

  private final MiniCluster cluster;

  private EmbeddedCluster(MiniCluster cluster) {
    this.cluster = cluster;
  }

  /** Starts a cluster with as many slots as the job's highest parallelism. */
  static EmbeddedCluster start(Configuration configuration, int slots) throws Exception {
    MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(slots)
                .build());
    cluster.start();
    return new EmbeddedCluster(cluster);
  }

  URI webPage() throws Exception {
    return cluster.getRestAddress().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  JobID submit(StreamGraph graph) throws Exception {
    graph.serializeUserDefinedInstances();
    return cluster.submitJob(graph).get(PATIENCE.toSeconds(), TimeUnit.SECONDS).getJobID();
  }

  /** Completes when the job has ended, however it ended. */
  CompletableFuture<JobResult> result(JobID job) {
    return cluster.requestJobResult(job);
  }

  /** The job as it stands. */
  AccessExecutionGraph job(JobID job) throws Exception {
    return cluster.getExecutionGraph(job).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  /**
   * Stops the job with a savepoint, so that all it has read is committed, or cancels it when it
   * can't be stopped in time: then the last epoch is missing, as a whole, and the last checkpoint
   * is what the next run goes on from.
   */
  void stop(JobID job) throws InterruptedException {
    try {
      if (cluster.getJobStatus(job).get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
          == JobStatus.RUNNING) {
        savepoint(job).get(SAVEPOINT_PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return;
      }
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("The job could not be stopped with its last rows committed; it is cancelled.", e);
    }
    try {
      cluster.cancelJob(job).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      result(job).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("The job could not be cancelled.", e);
    }
  }

  /**
   * Begins to stop the job with a savepoint, whose path it gives. It has Flink's canonical format,
   * so that the next run may have another state backend.
   */
  CompletableFuture<String> savepoint(JobID job) {
    return cluster.stopWithSavepoint(job, null, false, SavepointFormatType.CANONICAL);
  }

  /** The way to the job's coordinators. */
  CoordinationRequestGateway coordinators(JobID job) {
    return (operator, request) -> {
      try {
        return cluster.deliverCoordinationRequestToCoordinator(
            job, operator, new SerializedValue<>(request));
      } catch (IOException e) {
        return CompletableFuture.failedFuture(e);
      }
    };
  }

  @Override
  public void close() {
    try {
      cluster.closeAsync().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("The embedded cluster did not shut down cleanly.", e);
    }
  }
}
