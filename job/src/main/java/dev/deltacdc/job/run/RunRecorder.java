/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import dev.deltacdc.functions.count.Step;
import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.record.RunEvents;
import dev.deltacdc.job.record.RunFile;
import dev.deltacdc.job.record.RunFolder;
import dev.deltacdc.job.record.RunFolders;
import dev.deltacdc.job.record.StepCounts;
import dev.deltacdc.job.resolve.Relation;
import dev.deltacdc.job.resolve.ResolvedFlow;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.topology.Lake;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import javax.annotation.Nullable;

/** What a client records of a run: its start and, if it waits for it, its end. */
final class RunRecorder {

  private final ResolvedPipeline pipeline;
  private final @Nullable RunFolder folder;
  private final @Nullable RunFile file;
  private final Function<Throwable, String> why;

  private RunRecorder(
      ResolvedPipeline pipeline, @Nullable RunFolder folder, Function<Throwable, String> why) {
    this.pipeline = pipeline;
    this.why = why;
    this.folder = folder;
    this.file = folder == null ? null : folder.file("client");
  }

  /**
   * Of a run that is about to start; nothing is written yet.
   *
   * @param why what may be told of a failure
   */
  static RunRecorder of(ResolvedPipeline pipeline, Lake lake, Function<Throwable, String> why) {
    return new RunRecorder(
        pipeline,
        pipeline.settings().recordedRuns() == 0 ? null : folders(pipeline, lake).next(),
        why);
  }

  private static RunFolders folders(ResolvedPipeline pipeline, Lake lake) {
    return new RunFolders(lake.uri(), lake.hadoop(), pipeline.settings().pipelineName());
  }

  /** Where the job writes what it does; {@code null}: nothing is recorded. */
  @Nullable
  RunFolder folder() {
    return folder;
  }

  /**
   * The start is sure; makes room for its record. Parameters as in {@link RunEvents#started}.
   *
   * @param lake where the records are
   */
  void started(
      Lake lake,
      RunMode mode,
      boolean cluster,
      @Nullable String from,
      @Nullable Long fromCheckpoint,
      Set<TableName> refreshed,
      Set<TableName> chosen,
      Map<String, Set<String>> readers) {
    if (file != null) {
      file.add(
          List.of(
              RunEvents.started(
                  pipeline.settings().pipelineName(),
                  folder,
                  mode.name().toLowerCase(Locale.ROOT),
                  cluster,
                  from,
                  fromCheckpoint,
                  names(refreshed),
                  names(chosen),
                  readers)));
      folders(pipeline, lake).keep(pipeline.settings().recordedRuns());
    }
  }

  private static List<String> names(Set<TableName> tables) {
    return tables.stream().map(TableName::toString).sorted().toList();
  }

  /** The run has ended as it should; {@code state} as in {@link RunEvents#ended}. */
  void ended(String state, Duration took, RunCounters counters) {
    add(state, took, null, counters);
  }

  /**
   * The run has failed.
   *
   * @param counters what is known of the job's counts
   */
  void failed(Throwable failure, Duration took, @Nullable RunCounters counters) {
    add("failed", took, why.apply(failure), counters);
  }

  private void add(
      String state, Duration took, @Nullable String error, @Nullable RunCounters counters) {
    if (file != null) {
      file.add(
          List.of(
              RunEvents.ended(
                  state, took, error, counters == null ? List.of() : counts(counters))));
    }
  }

  private List<StepCounts> counts(RunCounters counters) {
    List<StepCounts> counts = new ArrayList<>();
    for (Relation relation : pipeline.relations()) {
      String name = relation.name().toString();
      add(Step.source(name), counters, counts);
      add(Step.view(name), counters, counts);
    }
    for (ResolvedFlow flow : pipeline.flows()) {
      add(Step.flow(flow.name()), counters, counts);
    }
    for (TableName table : pipeline.tables()) {
      Step step = Step.table(table.toString());
      Map<String, Long> both = new TreeMap<>(counters.counts(step));
      both.putAll(counters.counts(table.toString()));
      counts.add(new StepCounts(step.kind().toString(), step.name(), both));
    }
    return counts;
  }

  private static void add(Step step, RunCounters counters, List<StepCounts> counts) {
    if (counters.hasStep(step)) {
      counts.add(new StepCounts(step.kind().toString(), step.name(), counters.counts(step)));
    }
  }
}
