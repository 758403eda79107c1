/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.resolve.ResolvedTarget;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import javax.annotation.Nullable;

/**
 * What the command line says about a run.
 *
 * @param file the pipeline file
 * @param lake directory or Hadoop file system URI under which the tables live
 * @param parallelism {@code null}: the pipeline's setting, else that of the cluster or machine
 * @param settings {@code --set}, stronger than the file's
 * @param state folder for the state, on a cluster a URI too; {@code null}: beside the lake, on a
 *     cluster only in triggered mode
 * @param refresh what is to be filled anew
 * @param mode when the run ends
 * @param only names of the tables that the run, which is triggered, updates with what they need, as
 *     in the file; empty: all
 */
public record RunOptions(
    Path file,
    String lake,
    @Nullable Integer parallelism,
    Map<String, String> settings,
    @Nullable String state,
    FullRefresh refresh,
    RunMode mode,
    List<String> only) {

  public RunOptions {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(lake, "lake");
    Objects.requireNonNull(refresh, "refresh");
    Objects.requireNonNull(mode, "mode");
    settings = Map.copyOf(settings);
    only = List.copyOf(only);
  }

  /** A run that refreshes nothing and keeps its state beside the lake. */
  public RunOptions(
      Path file, String lake, @Nullable Integer parallelism, Map<String, String> settings) {
    this(file, lake, parallelism, settings, null, FullRefresh.NONE, RunMode.DECLARED, List.of());
  }

  /**
   * What is filled anew: the tables' rows are replaced by the first commit, and their flows read
   * their sources from the beginning.
   *
   * @param all every table; the state is not used
   * @param tables names as in the file
   */
  public record FullRefresh(boolean all, List<String> tables) {

    public static final FullRefresh NONE = new FullRefresh(false, List.of());

    public FullRefresh {
      tables = List.copyOf(tables);
    }

    /** The tables of a pipeline. */
    Set<TableName> of(ResolvedPipeline pipeline) {
      return all
          ? pipeline.targets().stream().map(ResolvedTarget::name).collect(Collectors.toSet())
          : named(tables);
    }
  }

  private static Set<TableName> named(List<String> tables) {
    return tables.stream()
        .map(name -> TableName.of(name.split("\\.", 3)))
        .collect(Collectors.toSet());
  }

  /** The tables that alone are updated: those that are filled anew are, too. Empty: all. */
  Set<TableName> chosen(ResolvedPipeline pipeline) {
    Set<TableName> chosen = new HashSet<>(named(only));
    if (!only.isEmpty()) {
      chosen.addAll(refresh.of(pipeline));
    }
    return chosen;
  }

  /**
   * The folder for state: {@code lake-state} beside a local lake, in the working directory else.
   */
  Path stateFolder() {
    if (state != null) {
      return Path.of(state);
    }
    Path local =
        isUri(lake) ? Path.of(lake.replaceAll("/+$", "").replaceAll(".*[/:]", "")) : Path.of(lake);
    Path absolute = local.toAbsolutePath().normalize();
    return absolute.resolveSibling(absolute.getFileName() + "-state");
  }

  /** The folder for state on a cluster, as Flink names it: given, or beside the lake. */
  String clusterState() {
    if (state == null && isUri(lake)) {
      return lake.replaceAll("/+$", "") + "-state";
    }
    return state != null && isUri(state)
        ? state.replaceAll("/+$", "")
        : StateFolder.location(stateFolder());
  }

  private static boolean isUri(String place) {
    return place.matches("[A-Za-z][A-Za-z0-9+.-]+:.*");
  }
}
