/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import dev.deltacdc.job.topology.PipelineException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.client.deployment.ClusterClientFactory;
import org.apache.flink.client.deployment.ClusterDescriptor;
import org.apache.flink.client.deployment.ClusterRetrieveException;
import org.apache.flink.client.deployment.DefaultClusterClientServiceLoader;
import org.apache.flink.client.program.ClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.client.JobStatusMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The jobs of a session cluster. */
final class RunningJobs {

  private static final Logger LOG = LoggerFactory.getLogger(RunningJobs.class);
  private static final long PATIENCE_SECONDS = 30;

  private RunningJobs() {}

  /**
   * Checks that no job of the pipeline runs there: two would go on from one state, and each take
   * the other's away.
   *
   * @param cluster with what {@code flink run} says of it
   * @param savepoints the folder in which a run looks for them
   * @throws PipelineException that names the job
   */
  static void requireNone(Configuration cluster, String pipeline, String savepoints)
      throws Exception {
    ClusterClientFactory<?> factory;
    try {
      factory = new DefaultClusterClientServiceLoader().getClusterClientFactory(cluster);
    } catch (IllegalStateException e) {
      return; // no cluster that takes several jobs
    }
    for (JobStatusMessage job : jobs(factory, cluster)) {
      if (job.getJobName().equals(pipeline) && !job.getJobState().isGloballyTerminalState()) {
        throw new PipelineException(
            List.of(
                "Job "
                    + job.getJobId()
                    + " of pipeline "
                    + pipeline
                    + " runs on the cluster. Wait for its end; or, if the command that started it is"
                    + " gone, stop it with a savepoint that the next run finds: flink stop"
                    + " --savepointPath "
                    + savepoints
                    + " "
                    + job.getJobId()
                    + ". Two pipelines need two names (SET 'pipeline.name')."));
      }
    }
  }

  private static <T> List<JobStatusMessage> jobs(
      ClusterClientFactory<T> factory, Configuration cluster) throws Exception {
    T id = factory.getClusterId(cluster);
    if (id == null) {
      return List.of();
    }
    try (ClusterDescriptor<T> descriptor = factory.createClusterDescriptor(cluster);
        ClusterClient<T> client = descriptor.retrieve(id).getClusterClient()) {
      return List.copyOf(client.listJobs().get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    } catch (ExecutionException | TimeoutException | ClusterRetrieveException e) {
      LOG.warn("The cluster's jobs cannot be listed; submitting tells what is wrong with it.", e);
      return List.of();
    }
  }
}
