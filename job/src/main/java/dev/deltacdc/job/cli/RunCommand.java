/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import dev.deltacdc.job.run.PipelineRun;
import dev.deltacdc.job.run.RunMode;
import dev.deltacdc.job.run.RunOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = {
      "Runs a pipeline file and waits for its end.",
      "",
      "With the launcher it runs in an embedded Flink, with its web page; as 'flink run JAR run FILE' on that cluster. With"
          + " bounded sources (files) it ends when all is read and committed, and prints a summary."
    },
    footer = {
      "",
      "Exit code: 0 all done, 1 the job failed, 2 the file has errors; 130 after Ctrl-C and 143 after SIGTERM, with"
          + " all that was read committed.",
      "",
      "Examples:",
      "  deltacdc run testdata/clientes/pipeline.sql",
      "  deltacdc run pipeline.sql --lake /data/lake --parallelism 2",
      "  deltacdc run pipeline.sql --mode triggered",
      "  deltacdc run pipeline.sql --mode triggered --refresh clientes",
      "  deltacdc run pipeline.sql --full-refresh clientes",
      "  deltacdc run pipeline.sql --set tombstone.retention=7d --set execution.checkpointing.interval=10s"
    })
final class RunCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(paramLabel = "FILE", description = "The pipeline file.")
  private Path file;

  @Mixin private LakeOption lake;

  @Option(
      names = "--parallelism",
      paramLabel = "N",
      description =
          "Parallelism of the job. Default: the pipeline's parallelism.default, else what machine or cluster offer.")
  private Integer parallelism;

  @Mixin private SettingsOption set;

  @Option(
      names = "--state",
      paramLabel = "DIR",
      description = {
        "Where runs keep their state, so that the next one goes on where one was stopped or failed."
            + " Default: a folder beside the lake with its name and -state, ./lake-state for ./lake."
            + " On a cluster a folder or URI that it writes too, used if it is given and in triggered mode; else flink"
            + " run -s."
      })
  private String state;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description = {
        "triggered: reads what is there at the start from every source, commits it, keeps the state and ends; the next"
            + " run reads what has come since. continuous: goes on until it is stopped; folders are looked at every"
            + " 10 s unless the source says otherwise. Default: ends when all sources end, and keeps no state then."
      })
  private Mode mode;

  @Option(
      names = "--refresh",
      paramLabel = "TABLE",
      split = ",",
      description = {
        "With --mode triggered: updates this table and what it needs, not all; what other tables read stays unread until"
            + " a run of theirs. May be repeated."
      })
  private List<String> refresh = new ArrayList<>();

  @Option(
      names = "--full-refresh",
      paramLabel = "TABLE",
      split = ",",
      description = {
        "Fills a table and its snapshots anew: its flows read their sources from the beginning, and the first commit"
            + " replaces all its rows. May be repeated."
      })
  private List<String> fullRefresh = new ArrayList<>();

  @Option(
      names = "--full-refresh-all",
      description = "Fills all tables anew, without any state of an earlier run.")
  private boolean fullRefreshAll;

  /** As they are written. */
  private enum Mode {
    TRIGGERED(RunMode.TRIGGERED),
    CONTINUOUS(RunMode.CONTINUOUS);

    private final RunMode mode;

    Mode(RunMode mode) {
      this.mode = mode;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  RunCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (parallelism != null && parallelism < 1) {
      throw new CommandFailedException(
          dev.deltacdc.job.run.ExitCode.INVALID, "--parallelism must be at least 1.");
    }
    if (!refresh.isEmpty() && mode != Mode.TRIGGERED) {
      throw new CommandFailedException(
          dev.deltacdc.job.run.ExitCode.INVALID,
          "--refresh chooses the tables of one triggered run: give --mode triggered. A "
              + (mode == null
                  ? "run without a mode keeps no state in which the sources of other tables could"
                      + " stay where they are."
                  : "continuous run would leave the other tables behind for as long as it goes on;"
                      + " two pipelines, of two files, can run apart."));
    }
    return PipelineRun.run(
        new RunOptions(
            PipelineFile.existing(file),
            lake.uri,
            parallelism,
            set.settings,
            state,
            new RunOptions.FullRefresh(fullRefreshAll, fullRefresh),
            mode == null ? RunMode.DECLARED : mode.mode,
            refresh),
        console.out(),
        console.err());
  }
}
