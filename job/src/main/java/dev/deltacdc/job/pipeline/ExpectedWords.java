/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import dev.deltacdc.job.pipeline.grammar.PipelineFileParser;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.IntervalSet;

/** The tokens that the grammar allows at a place, as words for a message. */
final class ExpectedWords {

  /** More tokens than a choice of clauses has: anything but a parenthesis. */
  private static final int ANYTHING = 85;

  private ExpectedWords() {}

  static List<String> of(IntervalSet tokens) {
    if (tokens.size() > ANYTHING) {
      return List.of("an expression");
    }
    boolean name = tokens.contains(PipelineFileParser.WORD);
    Set<String> words = new LinkedHashSet<>();
    if (name) {
      words.add("a name");
    }
    for (int token : tokens.toList()) {
      if (!name || !isWord(token)) {
        words.add(word(token));
      }
    }
    words.remove("");
    return new ArrayList<>(words);
  }

  private static boolean isWord(int token) {
    String literal = PipelineFileParser.VOCABULARY.getLiteralName(token);
    return token == PipelineFileParser.WORD
        || token == PipelineFileParser.BACKQUOTED
        || (literal != null && Character.isLetter(literal.charAt(1)));
  }

  private static String word(int token) {
    return switch (token) {
      case Token.EOF -> "';'";
      case PipelineFileParser.STRING -> "a 'string'";
      case PipelineFileParser.NUMBER -> "a number";
      default -> {
        String literal = PipelineFileParser.VOCABULARY.getLiteralName(token);
        yield literal == null
            ? ""
            : Character.isLetter(literal.charAt(1))
                ? literal.substring(1, literal.length() - 1)
                : literal;
      }
    };
  }
}
