/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import dev.deltacdc.job.graph.MermaidGraph;
import dev.deltacdc.job.graph.PipelineGraph;
import dev.deltacdc.job.graph.TextGraph;
import dev.deltacdc.job.run.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "graph",
    mixinStandardHelpOptions = true,
    description =
        "Shows what a pipeline reads and writes, and through which flows. Touches no data.",
    footer = {
      "",
      "Examples:",
      "  deltacdc graph testdata/clientes/pipeline.sql",
      "  deltacdc graph testdata/clientes/pipeline.sql --format mermaid"
    })
final class GraphCommand implements Callable<Integer> {
  enum Format {
    text,
    mermaid
  }

  private final Console console;

  @Parameters(paramLabel = "FILE", description = "The pipeline file.")
  private Path file;

  @Mixin private SettingsOption set;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Format format;

  GraphCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    CheckedPipeline checked = CheckedPipeline.of(PipelineFile.existing(file), set.settings);
    if (checked.report(console.err())) {
      return ExitCode.INVALID;
    }
    PipelineGraph graph = PipelineGraph.of(checked.resolved());
    console
        .out()
        .print(
            checked.hide(
                format == Format.text ? TextGraph.print(graph) : MermaidGraph.print(graph)));
    return ExitCode.OK;
  }
}
