/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import org.antlr.v4.runtime.InputMismatchException;
import org.antlr.v4.runtime.Parser;

/** A clause or the statement's end where an expression should stand. */
final class MissingExpressionException extends InputMismatchException {

  private static final long serialVersionUID = 1L;

  MissingExpressionException(Parser parser) {
    super(parser);
  }
}
