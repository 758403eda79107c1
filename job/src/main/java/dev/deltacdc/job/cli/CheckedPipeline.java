/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import dev.deltacdc.job.graph.StatementTexts;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.resolve.ResolvedTarget;
import dev.deltacdc.job.run.ExitCode;
import dev.deltacdc.job.run.PipelineLoader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A pipeline file, parsed and resolved, with all that is to say about it. */
final class CheckedPipeline {
  private final PipelineLoader.Loaded loaded;

  private CheckedPipeline(PipelineLoader.Loaded loaded) {
    this.loaded = loaded;
  }

  static CheckedPipeline of(Path file, Map<String, String> settings, String lake)
      throws IOException {
    try {
      return new CheckedPipeline(PipelineLoader.load(file, settings, lake));
    } catch (CharacterCodingException e) {
      throw new CommandFailedException(ExitCode.INVALID, PipelineLoader.notUtf8(file));
    }
  }

  /** Prints every error and notice with its line; true if there are errors. */
  boolean report(PrintStream err) {
    loaded.report(err);
    return loaded.pipeline().isEmpty();
  }

  /** Only when there are no errors. */
  ResolvedPipeline resolved() {
    return loaded.pipeline().orElseThrow();
  }

  /** The statements as the file has them. */
  StatementTexts statements() {
    return new StatementTexts(loaded.statements(), loaded.lines());
  }

  /** What may be printed of a text about the pipeline. */
  String hide(String text) {
    return loaded.secrets().hide(text);
  }

  String contents() {
    ResolvedPipeline pipeline = resolved();
    int materialized =
        (int) pipeline.targets().stream().filter(ResolvedTarget::isMaterializedView).count();
    List<String> parts = new ArrayList<>();
    parts.add(count(pipeline.sources().size(), "source"));
    parts.add(count(pipeline.views().size(), "view"));
    parts.add(count(pipeline.targets().size() - materialized, "streaming table"));
    if (materialized > 0) {
      parts.add(count(materialized, "materialized view"));
    }
    parts.add(count(pipeline.flows().size(), "flow"));
    parts.add(count(pipeline.snapshots().size(), "snapshot table"));
    return String.join(", ", parts);
  }

  private static String count(int n, String what) {
    return n + " " + what + (n == 1 ? "" : "s");
  }
}
