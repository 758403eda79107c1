/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import dev.deltacdc.job.pipeline.grammar.PipelineFileLexer;
import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.Token;

/** The tokens of a text; spaces and comments are tokens of a hidden channel. */
record Tokens(List<Token> all) {

  static Tokens of(String text) {
    PipelineFileLexer lexer = new PipelineFileLexer(CharStreams.fromString(text));
    lexer.removeErrorListeners();
    return new Tokens(new ArrayList<>(lexer.getAllTokens()));
  }

  /** With the positions that the tokens have in the file. */
  static Tokens of(SqlText text) {
    return of(text.padded());
  }

  List<Token> visible() {
    return all.stream().filter(token -> token.getChannel() == Token.DEFAULT_CHANNEL).toList();
  }

  /** The tokens between the semicolons; a part without a visible token is left out. */
  List<Tokens> statements() {
    List<Tokens> statements = new ArrayList<>();
    List<Token> statement = new ArrayList<>();
    for (Token token : all) {
      statement.add(token);
      if (token.getType() == PipelineFileLexer.SEMICOLON) {
        statements.add(new Tokens(statement));
        statement = new ArrayList<>();
      }
    }
    statements.add(new Tokens(statement));
    return statements.stream()
        .filter(
            part ->
                part.visible().stream()
                    .anyMatch(token -> token.getType() != PipelineFileLexer.SEMICOLON))
        .toList();
  }
}
