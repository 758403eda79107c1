/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import dev.deltacdc.job.run.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;

/** A pipeline file named on the command line. */
final class PipelineFile {
  private PipelineFile() {}

  /** The file; a folder stands for the {@code pipeline.sql} in it. */
  static Path existing(Path named) {
    Path file = Files.isDirectory(named) ? named.resolve("pipeline.sql") : named;
    if (!Files.isRegularFile(file)) {
      throw new CommandFailedException(
          ExitCode.INVALID,
          "There is no pipeline file " + file + ". 'deltacdc init DIR' writes one to start from.");
    }
    if (!Files.isReadable(file)) {
      throw new CommandFailedException(ExitCode.INVALID, "No permission to read " + file + ".");
    }
    return file;
  }
}
