/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import dev.deltacdc.job.pipeline.Diagnostic;
import dev.deltacdc.job.pipeline.Diagnostics;
import dev.deltacdc.job.resolve.SecretReferences;
import dev.deltacdc.job.run.ExitCode;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Flink's settings: of the cluster, after {@code flink run}, and of the command line. */
final class FlinkSettings {

  private FlinkSettings() {}

  static Map<String, String> with(Map<String, String> given) {
    Map<String, String> flink =
        new TreeMap<>(
            StreamExecutionEnvironment.getExecutionEnvironment().getConfiguration().toMap());
    flink.putAll(resolved(given));
    return flink;
  }

  /** References to variables and files are read, as in a pipeline's settings. */
  static Map<String, String> resolved(Map<String, String> given) {
    Diagnostics problems = new Diagnostics("--set");
    Map<String, String> resolved =
        new SecretReferences(Path.of(""), System::getenv, problems).resolve(given);
    problems.all().stream()
        .filter(Diagnostic::isError)
        .findFirst()
        .ifPresent(
            error -> {
              throw new CommandFailedException(ExitCode.INVALID, error.message());
            });
    return resolved;
  }
}
