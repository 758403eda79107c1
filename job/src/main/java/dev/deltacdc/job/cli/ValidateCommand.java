/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import dev.deltacdc.job.run.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "validate",
    mixinStandardHelpOptions = true,
    description =
        "Checks a pipeline file and names every error with line and column. Of data it looks only"
            + " at the columns of Delta tables that the file reads and does not declare.",
    footer = {
      "",
      "Exit code: 0 the file can run, 2 it has errors.",
      "",
      "Example:",
      "  deltacdc validate testdata/clientes/pipeline.sql"
    })
final class ValidateCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(paramLabel = "FILE", description = "The pipeline file.")
  private Path file;

  @Mixin private LakeOption lake;

  @Mixin private SettingsOption set;

  ValidateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    CheckedPipeline checked =
        CheckedPipeline.of(PipelineFile.existing(file), set.settings, lake.uri);
    if (checked.report(console.err())) {
      return ExitCode.INVALID;
    }
    console.out().println(file + " is valid: " + checked.contents() + ".");
    return ExitCode.OK;
  }
}
