/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import dev.deltacdc.job.pipeline.Diagnostic;
import dev.deltacdc.job.pipeline.ParseResult;
import dev.deltacdc.job.pipeline.PipelineParser;
import dev.deltacdc.job.resolve.Resolution;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.resolve.Resolver;
import dev.deltacdc.job.resolve.Settings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;

/** A pipeline file, parsed and resolved, with all that is to say about it. */
final class CheckedPipeline {
  private final List<String> lines;
  private final List<Diagnostic> diagnostics;
  private final ResolvedPipeline resolved;

  private CheckedPipeline(
      List<String> lines, List<Diagnostic> diagnostics, ResolvedPipeline resolved) {
    this.lines = lines;
    this.diagnostics = diagnostics;
    this.resolved = resolved;
  }

  static CheckedPipeline of(Path file) throws IOException {
    String text = Files.readString(file);
    List<String> lines = text.lines().toList();
    ParseResult parsed = PipelineParser.parse(file.toString(), text);
    Settings settings = Settings.read(parsed.pipeline(), "pipeline", Map.of());
    StreamTableEnvironment env =
        StreamTableEnvironment.create(
            StreamExecutionEnvironment.createLocalEnvironment(new Configuration()));
    Resolution resolution = Resolver.resolve(parsed.pipeline(), settings, env);
    TreeSet<Diagnostic> all = new TreeSet<>(parsed.diagnostics());
    all.addAll(resolution.diagnostics());
    return new CheckedPipeline(lines, List.copyOf(all), resolution.pipeline().orElse(null));
  }

  /** Prints every error and notice with its line; true if there are errors. */
  boolean report(PrintStream err) {
    for (Diagnostic diagnostic : diagnostics) {
      err.println(diagnostic);
      int line = diagnostic.position().line();
      if (line <= lines.size()) {
        err.println("    " + lines.get(line - 1));
        err.println("    " + " ".repeat(Math.max(0, diagnostic.position().column() - 1)) + "^");
      }
    }
    long errors = diagnostics.stream().filter(Diagnostic::isError).count();
    if (errors > 0) {
      err.println(errors == 1 ? "1 error." : errors + " errors.");
    }
    return errors > 0;
  }

  ResolvedPipeline resolved() {
    return resolved;
  }

  String contents() {
    return String.join(
        ", ",
        count(resolved.sources().size(), "source"),
        count(resolved.views().size(), "view"),
        count(resolved.targets().size(), "streaming table"),
        count(resolved.flows().size(), "flow"),
        count(resolved.snapshots().size(), "snapshot table"));
  }

  private static String count(int n, String what) {
    return n + " " + what + (n == 1 ? "" : "s");
  }
}
