/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.topology.PipelineException;
import dev.deltacdc.job.topology.SavedState;
import dev.deltacdc.job.topology.StartPoint;
import dev.deltacdc.job.topology.StartRule;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.configuration.StateRecoveryOptions;

/**
 * From where a job on a cluster starts: from the savepoint that the cluster's configuration names
 * ({@code flink run -s}), else from what the lake says of the last start.
 *
 * <p>In application mode the JobManager runs the main class, again whenever it starts anew. Then
 * the savepoint may be gone, and the options are those of before: a table that they refresh is
 * refreshed once, until a start without the option.
 */
final class ClusterStart {

  private static final String APPLICATION_MODE = "embedded";

  private ClusterStart() {}

  static StartPoint of(
      ReadableConfig cluster, Optional<StartedPipelines.Start> last, Set<TableName> refreshed)
      throws IOException {
    boolean application = isApplication(cluster);
    Map<String, Integer> lastGenerations =
        last.map(StartedPipelines.Start::generations).orElse(Map.of());
    Set<TableName> begun =
        application && last.isPresent()
            ? refreshed.stream()
                .filter(table -> last.get().refreshed().contains(table.key()))
                .collect(Collectors.toSet())
            : Set.of();
    String savepoint = cluster.get(StateRecoveryOptions.SAVEPOINT_PATH);
    // What an earlier attempt began has state that the savepoint cannot know.
    if (savepoint == null || !begun.isEmpty()) {
      return new StartPoint(lastGenerations, Set.of(), refreshed, begun, false);
    }
    try {
      SavedState state = SavedState.read(savepoint);
      return new StartPoint(state.generations(), state.withState(), refreshed, begun, false);
    } catch (IOException e) {
      if (application && last.isPresent()) {
        return new StartPoint(lastGenerations, Set.of(), refreshed, begun, false);
      }
      throw new PipelineException(
          List.of(
              StartRule.SAVEPOINT_UNREADABLE.broken(
                  "Cannot read the savepoint "
                      + savepoint
                      + " ("
                      + e.getMessage()
                      + "), which says what the pipeline goes on from. It must be readable where this"
                      + " command runs.")));
    }
  }

  /** Whether the JobManager runs this. */
  static boolean isApplication(ReadableConfig cluster) {
    return APPLICATION_MODE.equalsIgnoreCase(cluster.get(DeploymentOptions.TARGET));
  }

  /** The checkpoint that the named savepoint is, where there is one that can be read. */
  @Nullable
  static Long checkpoint(ReadableConfig cluster) {
    String savepoint = cluster.get(StateRecoveryOptions.SAVEPOINT_PATH);
    try {
      return savepoint == null ? null : SavedState.read(savepoint).checkpointId();
    } catch (IOException e) {
      return null; // an earlier attempt of this start has used it up
    }
  }

  static StartedPipelines.Start toRecord(
      Map<String, Integer> generations, Set<TableName> refreshed) {
    return new StartedPipelines.Start(
        generations,
        refreshed.stream().map(TableName::key).collect(Collectors.toCollection(TreeSet::new)));
  }
}
