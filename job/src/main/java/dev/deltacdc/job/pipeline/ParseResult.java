/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.util.List;

/**
 * What was read of a file.
 *
 * @param pipeline the statements that could be read, also when others could not
 * @param diagnostics in the order of the file
 */
public record ParseResult(Pipeline pipeline, List<Diagnostic> diagnostics) {

  public ParseResult {
    diagnostics = List.copyOf(diagnostics);
  }

  public boolean hasErrors() {
    return diagnostics.stream().anyMatch(Diagnostic::isError);
  }
}
