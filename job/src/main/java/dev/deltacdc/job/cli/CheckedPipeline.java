/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import dev.deltacdc.job.pipeline.Diagnostic;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.run.ExitCode;
import dev.deltacdc.job.run.PipelineLoader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A pipeline file, parsed and resolved, with all that is to say about it. */
final class CheckedPipeline {
  private final List<String> lines;
  private final PipelineLoader.Loaded loaded;

  private CheckedPipeline(List<String> lines, PipelineLoader.Loaded loaded) {
    this.lines = lines;
    this.loaded = loaded;
  }

  static CheckedPipeline of(Path file) throws IOException {
    try {
      return new CheckedPipeline(Files.readAllLines(file), PipelineLoader.load(file, Map.of()));
    } catch (CharacterCodingException e) {
      throw new CommandFailedException(ExitCode.INVALID, file + " is not UTF-8 text.");
    }
  }

  /** Prints every error and notice with its line; true if there are errors. */
  boolean report(PrintStream err) {
    for (Diagnostic diagnostic : loaded.diagnostics()) {
      err.println(diagnostic);
      int line = diagnostic.position().line();
      if (line <= lines.size()) {
        // A tab would set the caret beside its place.
        err.println("    " + lines.get(line - 1).replace('\t', ' '));
        err.println("    " + " ".repeat(Math.max(0, diagnostic.position().column() - 1)) + "^");
      }
    }
    long errors = loaded.diagnostics().stream().filter(Diagnostic::isError).count();
    if (errors > 0) {
      err.println(errors == 1 ? "1 error." : errors + " errors.");
    }
    return errors > 0;
  }

  /** Only when there are no errors. */
  ResolvedPipeline resolved() {
    return loaded.pipeline().orElseThrow();
  }

  String contents() {
    ResolvedPipeline pipeline = resolved();
    return String.join(
        ", ",
        count(pipeline.sources().size(), "source"),
        count(pipeline.views().size(), "view"),
        count(pipeline.targets().size(), "streaming table"),
        count(pipeline.flows().size(), "flow"),
        count(pipeline.snapshots().size(), "snapshot table"));
  }

  private static String count(int n, String what) {
    return n + " " + what + (n == 1 ? "" : "s");
  }
}
