/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import dev.deltacdc.job.graph.HtmlGraph;
import dev.deltacdc.job.graph.MermaidGraph;
import dev.deltacdc.job.graph.PipelineGraph;
import dev.deltacdc.job.graph.TextGraph;
import dev.deltacdc.job.record.RunFolder;
import dev.deltacdc.job.record.RunFolders;
import dev.deltacdc.job.record.RunRecord;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.run.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "graph",
    mixinStandardHelpOptions = true,
    description = {
      "Shows what a pipeline reads and writes, and through which flows. Of data it looks only at"
          + " the columns of Delta tables that the file reads and does not declare.",
      "",
      "As an HTML page, also the SQL, columns and expectations of each node and, after a run, the counts and"
          + " commits of the newest one that the lake has a record of. The page needs no network."
    },
    footer = {
      "",
      "Examples:",
      "  deltacdc graph testdata/clientes/pipeline.sql",
      "  deltacdc graph testdata/clientes/pipeline.sql --format mermaid",
      "  deltacdc graph testdata/clientes/pipeline.sql --format html --output clientes.html"
    })
final class GraphCommand implements Callable<Integer> {
  enum Format {
    text,
    mermaid,
    html
  }

  private final Console console;

  @Parameters(paramLabel = "FILE", description = "The pipeline file.")
  private Path file;

  @Mixin private LakeOption lake;

  @Mixin private SettingsOption set;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Format format;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Where to write it. Default: standard output.")
  private Path output;

  GraphCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    CheckedPipeline checked =
        CheckedPipeline.of(PipelineFile.existing(file), set.settings, lake.uri);
    if (checked.report(console.err())) {
      return ExitCode.INVALID;
    }
    PipelineGraph graph = PipelineGraph.of(checked.resolved());
    String printed =
        switch (format) {
          case text -> checked.hide(TextGraph.print(graph));
          case mermaid -> checked.hide(MermaidGraph.print(graph));
          case html ->
              HtmlGraph.print(
                  checked.resolved(),
                  checked.statements()::of,
                  newestRun(checked.resolved()),
                  checked::hide);
        };
    if (output == null) {
      console.out().print(printed);
    } else {
      Files.writeString(output, printed);
    }
    return ExitCode.OK;
  }

  private Optional<RunRecord> newestRun(ResolvedPipeline pipeline) throws IOException {
    RunFolders folders = Records.of(pipeline, lake.uri);
    Optional<RunFolder> newest = folders.newestFirst().stream().findFirst();
    return newest.isEmpty() ? Optional.empty() : Optional.of(RunRecord.read(folders, newest.get()));
  }
}
