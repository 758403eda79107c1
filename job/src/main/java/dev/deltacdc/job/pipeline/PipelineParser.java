/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads a pipeline file. */
public final class PipelineParser {

  private PipelineParser() {}

  /**
   * The same for a file.
   *
   * @throws IOException if the file cannot be read, or is not UTF-8
   */
  public static ParseResult parse(Path file) throws IOException {
    return parse(file.getFileName().toString(), Files.readString(file));
  }

  /** Every error of the text is found, not only the first; the statements without one are kept. */
  public static ParseResult parse(String fileName, String text) {
    Diagnostics diagnostics = new Diagnostics(fileName);
    StatementReader reader = new StatementReader(diagnostics);
    List<Statement> statements = new ArrayList<>();
    for (Tokens statement : Tokens.of(text).statements()) {
      statements.addAll(reader.read(statement));
    }
    return new ParseResult(
        new Pipeline(fileName, statements, !diagnostics.hasErrors()), diagnostics.all());
  }
}
