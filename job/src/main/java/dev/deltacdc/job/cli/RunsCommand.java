/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import dev.deltacdc.job.record.RecordedCommit;
import dev.deltacdc.job.record.RunFolder;
import dev.deltacdc.job.record.RunFolders;
import dev.deltacdc.job.record.RunRecord;
import dev.deltacdc.job.run.ExitCode;
import dev.deltacdc.job.run.TextTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.ToLongFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "runs",
    mixinStandardHelpOptions = true,
    description =
        "Prints the last runs of a pipeline that the lake has a record of, or the commits of the"
            + " newest one with the files and offsets that their rows came from.",
    footer = {
      "",
      "Examples:",
      "  deltacdc runs testdata/clientes/pipeline.sql",
      "  deltacdc runs testdata/clientes/pipeline.sql --commits"
    })
final class RunsCommand implements Callable<Integer> {
  private static final int MOST_RANGES = 5;

  private final Console console;

  @Parameters(paramLabel = "FILE", description = "The pipeline file.")
  private Path file;

  @Mixin private LakeOption lake;

  @Mixin private SettingsOption set;

  @Option(names = "--commits", description = "The commits of the newest run instead of the runs.")
  private boolean commits;

  RunsCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    CheckedPipeline checked =
        CheckedPipeline.of(PipelineFile.existing(file), set.settings, lake.uri);
    if (checked.report(console.err())) {
      return ExitCode.INVALID;
    }
    RunFolders folders = Records.of(checked.resolved(), lake.uri);
    List<RunFolder> runs = folders.newestFirst();
    if (runs.isEmpty()) {
      console.err().println("The lake " + lake.uri + " has no record of a run of this pipeline.");
      return ExitCode.OK;
    }
    TextTable table = commits ? commits(RunRecord.read(folders, runs.get(0))) : runs(folders, runs);
    table.print(console.out());
    return ExitCode.OK;
  }

  private static TextTable runs(RunFolders folders, List<RunFolder> runs) throws IOException {
    TextTable table =
        new TextTable(
            "run", "started", "mode", "state", "took", "commits", "inserted", "updated", "deleted");
    for (RunFolder folder : runs) {
      RunRecord run = RunRecord.read(folders, folder);
      List<RecordedCommit> commits = run.commits();
      table.row(
          run.run(),
          run.startedAt().map(at -> at.truncatedTo(ChronoUnit.SECONDS).toString()).orElse("-"),
          run.mode().isEmpty() ? "-" : run.mode(),
          run.state(),
          run.took().map(RunsCommand::seconds).orElse("-"),
          TextTable.number(commits.size()),
          sum(commits, RecordedCommit::rowsInserted),
          sum(commits, RecordedCommit::rowsUpdated),
          sum(commits, RecordedCommit::rowsDeleted));
    }
    return table;
  }

  private static String sum(List<RecordedCommit> commits, ToLongFunction<RecordedCommit> rows) {
    return TextTable.number(commits.stream().mapToLong(rows).sum());
  }

  private static TextTable commits(RunRecord run) {
    TextTable table =
        TextTable.withTextLast(
            "table", "version", "at", "inserted", "updated", "deleted", "ms", "read from");
    for (RecordedCommit commit : run.commits()) {
      table.row(
          commit.table(),
          Long.toString(commit.version()),
          commit.time().truncatedTo(ChronoUnit.SECONDS).toString(),
          TextTable.number(commit.rowsInserted()),
          TextTable.number(commit.rowsUpdated()),
          TextTable.number(commit.rowsDeleted()),
          commit.millis() == 0 ? "-" : TextTable.number(commit.millis()),
          commit.readFrom(MOST_RANGES));
    }
    return table;
  }

  private static String seconds(Duration duration) {
    return duration.toSeconds() + " s";
  }
}
