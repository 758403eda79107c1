/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.record.FileName;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.topology.Lake;
import dev.deltacdc.job.topology.PipelineException;
import dev.deltacdc.job.topology.PipelineTopology;
import dev.deltacdc.job.topology.SavedState;
import dev.deltacdc.job.topology.SharedRows;
import dev.deltacdc.job.topology.StartPoint;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.operators.coordination.CoordinationRequestGateway;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;

/**
 * A run on the cluster that {@code flink run} names. Where it keeps its state in a folder that this
 * command knows (always in triggered mode, else with {@code --state}), it goes on from the newest
 * there, unless {@code flink run -s} says otherwise.
 */
final class ClusterRun {

  private final ResolvedPipeline pipeline;
  private final RunOptions options;
  private final StartedPipelines started;
  private final Set<TableName> refreshed;
  private final Configuration configuration;
  private final Configuration effective;
  private final StartPoint start;
  @Nullable private final SavedStates states;
  private final Optional<SavedStates.Saved> saved;

  /** What the job goes on from, found or given. */
  private final Optional<SavedStates.Saved> from;

  ClusterRun(ReadableConfig cluster, ResolvedPipeline pipeline, RunOptions options, Lake lake)
      throws Exception {
    this.pipeline = pipeline;
    this.options = options;
    this.started = new StartedPipelines(lake, pipeline.settings().pipelineName());
    this.refreshed = options.refresh().of(pipeline);
    this.configuration =
        JobConfiguration.onCluster(cluster, pipeline.settings(), options.parallelism());
    boolean triggered = options.mode() == RunMode.TRIGGERED;
    if (triggered) {
      requireAttached(cluster);
      cluster
          .getOptional(PipelineOptions.GLOBAL_JOB_PARAMETERS)
          .filter(set -> !configuration.contains(PipelineOptions.GLOBAL_JOB_PARAMETERS))
          .ifPresent(set -> configuration.set(PipelineOptions.GLOBAL_JOB_PARAMETERS, set));
      JobConfiguration.countAnew(configuration);
    }
    this.states =
        triggered || options.state() != null
            ? new SavedStates(
                options.clusterState() + "/" + FileName.of(pipeline.settings().pipelineName()))
            : null;
    if (states != null) {
      if (!ClusterStart.isApplication(cluster)) {
        RunningJobs.requireNone(
            Configuration.fromMap(cluster.toMap()),
            pipeline.settings().pipelineName(),
            states.savepoints());
      }
      JobConfiguration.keepState(configuration, states);
    }
    Optional<String> savepoint = cluster.getOptional(StateRecoveryOptions.SAVEPOINT_PATH);
    boolean given = savepoint.isPresent();
    this.saved =
        states == null || given || options.refresh().all() ? Optional.empty() : states.newest();
    this.from = given ? read(savepoint.get()) : saved;
    SavedStates.requireOf(options.mode(), from);
    saved.ifPresent(state -> JobConfiguration.startFrom(configuration, state.location()));
    this.effective = effective(cluster);
    this.start =
        states == null || given || ClusterStart.isApplication(cluster)
            ? ClusterStart.of(effective, started.last(), refreshed)
            : new StartPoint(
                saved.map(found -> found.state().generations()).orElse(Map.of()),
                saved.map(found -> found.state().withState()).orElse(Set.of()),
                refreshed,
                Set.of(),
                true);
  }

  /** Whether what is given is missing says {@link ClusterStart}. */
  private static Optional<SavedStates.Saved> read(String savepoint) {
    try {
      return Optional.of(new SavedStates.Saved(savepoint, SavedState.read(savepoint)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The cluster's configuration with the savepoint that was found. */
  private Configuration effective(ReadableConfig cluster) {
    Configuration effective = new Configuration();
    effective.set(DeploymentOptions.TARGET, cluster.get(DeploymentOptions.TARGET));
    saved
        .map(SavedStates.Saved::location)
        .or(() -> cluster.getOptional(StateRecoveryOptions.SAVEPOINT_PATH))
        .ifPresent(path -> effective.set(StateRecoveryOptions.SAVEPOINT_PATH, path));
    return effective;
  }

  private static void requireAttached(ReadableConfig cluster) {
    boolean detached =
        cluster.getOptional(DeploymentOptions.ATTACHED).filter(attached -> !attached).isPresent();
    if (detached && !ClusterStart.isApplication(cluster)) {
      throw new PipelineException(
          List.of(
              "A triggered run is stopped by this command when all is read, so it cannot be"
                  + " detached: leave out -d of 'flink run'. Nothing was submitted."));
    }
  }

  Configuration configuration() {
    return configuration;
  }

  StartPoint start() {
    return start;
  }

  /** What was found of earlier runs. */
  Optional<SavedStates.Saved> saved() {
    return saved;
  }

  void recordStart(PipelineTopology.Built built) throws IOException {
    started.record(ClusterStart.toRecord(built.generations(), refreshed));
    if (states != null && options.refresh().all()) {
      states.clear(); // not before the start is sure
    }
  }

  /** Where the state is that the job goes on from, as far as the client knows it. */
  @Nullable
  String startedFrom() {
    return effective.get(StateRecoveryOptions.SAVEPOINT_PATH);
  }

  /** The checkpoint that this state is, as {@link #startedFrom}. */
  @Nullable
  Long fromCheckpoint() {
    return ClusterStart.checkpoint(effective);
  }

  /** Submits the job and waits for its end, unless it is detached. */
  JobExecutionResult execute(StreamExecutionEnvironment env, List<String> held, PrintStream out)
      throws Exception {
    StreamGraph graph = SharedRows.graph(env);
    graph.setJobName(pipeline.settings().pipelineName());
    List<String> running = SavedStates.running(from, held);
    if (running.isEmpty()) {
      return env.execute(graph);
    }
    JobClient job = env.executeAsync(graph);
    out.println("Submitted as job " + job.getJobID() + ".");
    return new TriggeredStop(
            (CoordinationRequestGateway) job,
            running,
            // A session cluster would take its own folder, whatever the job says.
            () ->
                job.stopWithSavepoint(
                    false,
                    states == null ? null : states.savepoints(),
                    SavepointFormatType.CANONICAL))
        .await(job.getJobExecutionResult(), () -> {});
  }
}
