/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import dev.deltacdc.job.pipeline.grammar.PipelineFileLexer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.Token;

/** A text as the statements that semicolons part; those in strings and comments part nothing. */
public final class SqlStatements {

  private SqlStatements() {}

  /** The statements, with the places where they stand. */
  public static List<SqlText> of(String text) {
    List<SqlText> statements = new ArrayList<>();
    for (Tokens statement : Tokens.of(text).statements()) {
      Token first = statement.visible().get(0);
      String sql =
          statement.all().stream()
              .dropWhile(token -> token != first)
              .filter(token -> token.getType() != PipelineFileLexer.SEMICOLON)
              .map(Token::getText)
              .collect(Collectors.joining());
      statements.add(new SqlText(sql, SqlCapture.position(first)));
    }
    return statements;
  }
}
