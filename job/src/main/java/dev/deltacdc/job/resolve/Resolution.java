/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.Diagnostic;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of resolving.
 *
 * @param pipeline empty if there are errors
 * @param diagnostics errors and notices in the order of the file
 */
public record Resolution(Optional<ResolvedPipeline> pipeline, List<Diagnostic> diagnostics) {

  public Resolution {
    diagnostics = List.copyOf(diagnostics);
  }

  public boolean hasErrors() {
    return diagnostics.stream().anyMatch(Diagnostic::isError);
  }
}
