/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenStream;

/**
 * Knows where a clause starts, so that the expression before it ends there. A word alone does not
 * tell ({@code SEQUENCE BY sequence}); what follows it, or that two operands meet, does.
 */
public abstract class ClauseParser extends Parser {

  /** A clause's first word and the words that may follow it; {@code #…} names a kind of token. */
  private record Start(String word, Set<String> next) {}

  private static final List<Start> STARTS =
      List.of(
          new Start("FROM", Set.of("STREAM", "SNAPSHOT", "#operand")),
          new Start("KEYS", Set.of("(")),
          new Start("IGNORE", Set.of("NULL")),
          new Start("APPLY", Set.of("AS")),
          new Start("SEQUENCE", Set.of("BY")),
          new Start("COLUMNS", Set.of("(", "* EXCEPT", "#operand")),
          new Start("STORED", Set.of("AS")),
          new Start("TRACK", Set.of("HISTORY")),
          new Start("COMMENT", Set.of("#string")),
          new Start("PARTITIONED", Set.of("BY")),
          new Start("CLUSTER", Set.of("BY")),
          new Start("TBLPROPERTIES", Set.of("(")),
          new Start("FLOW", Set.of("AUTO")),
          new Start("SNAPSHOT", Set.of("OF")),
          new Start("EVENT", Set.of("TIME")),
          new Start("TIME", Set.of("ZONE")),
          new Start("START", Set.of("DATE")),
          new Start("ROWS", Set.of("ALL", "CHANGED")),
          new Start("LATE", Set.of("EVENTS")),
          new Start("RETAIN", Set.of("#operand")));

  private static final List<String> FLOW_CLAUSES =
      List.of(
          "FROM", "KEYS", "IGNORE", "APPLY", "SEQUENCE", "COLUMNS", "STORED", "TRACK", "COMMENT");

  /** Words between operands, or before one. */
  private static final Set<String> OPERATORS =
      Set.of(
          "AND",
          "OR",
          "NOT",
          "IS",
          "IN",
          "LIKE",
          "SIMILAR",
          "TO",
          "BETWEEN",
          "SYMMETRIC",
          "ESCAPE",
          "CASE",
          "WHEN",
          "THEN",
          "ELSE",
          "END",
          "AS",
          "BY",
          "DISTINCT",
          "OVER",
          "AT",
          "ON",
          "FILTER",
          "WITHIN",
          "DATE",
          "TIME",
          "TIMESTAMP",
          "INTERVAL",
          "DAY",
          "HOUR",
          "MINUTE",
          "SECOND",
          "MONTH",
          "YEAR",
          "COLLATE",
          "MEMBER",
          "OF",
          "MULTISET",
          "SUBMULTISET",
          "JSON",
          "FROM");

  protected ClauseParser(TokenStream input) {
    super(input);
  }

  /** Takes the tokens of an expression: up to the next clause, parentheses as a whole. */
  protected void takeExpression() {
    if (atEnd() || word(1).equals(")") || clauseStart()) {
      throw new MissingExpressionException(this);
    }
    int depth = 0;
    do {
      depth += word(1).equals("(") ? 1 : word(1).equals(")") ? -1 : 0;
      consume();
    } while (!atEnd() && (depth > 0 || !(clauseStart() || word(1).equals(")"))));
  }

  /** Leaves out what follows a word that starts no clause. */
  protected void skipToClause() {
    while (!atEnd() && !clauseStart()) {
      consume();
    }
  }

  private boolean atEnd() {
    return getTokenStream().LA(1) == Token.EOF;
  }

  /** Whether the next token starts a clause, also when its first word is misspelled. */
  protected boolean clauseStart() {
    return startsHere() || (operandsMeet() && nearClause());
  }

  private boolean startsHere() {
    String word = word(1);
    if (word.equals("FROM") && word(-1).equals("DISTINCT")) {
      return false; // IS DISTINCT FROM
    }
    return STARTS.stream()
        .anyMatch(start -> start.word.equals(word) && start.next.stream().anyMatch(this::follows));
  }

  private boolean follows(String next) {
    return switch (next) {
      case "#operand" -> operand(2) && !text(2).startsWith("'");
      case "#string" -> text(2).startsWith("'");
      case "* EXCEPT" -> word(2).equals("*") && word(3).equals("EXCEPT");
      default -> word(2).equals(next);
    };
  }

  private boolean operandsMeet() {
    return (operand(-1) || word(-1).equals(")"))
        && operand(1)
        && Character.isLetter(text(1).charAt(0));
  }

  private boolean nearClause() {
    return NearestWord.of(word(1), FLOW_CLAUSES).isPresent();
  }

  /** A name or a literal. */
  private boolean operand(int offset) {
    String text = text(offset);
    if (text.isEmpty()) {
      return false;
    }
    char first = text.charAt(0);
    return first == '\''
        || first == '`'
        || ((Character.isLetterOrDigit(first) || first == '_')
            && !OPERATORS.contains(word(offset)));
  }

  private String word(int offset) {
    return text(offset).toUpperCase(Locale.ROOT);
  }

  private String text(int offset) {
    Token token = getTokenStream().LT(offset);
    return token == null || token.getType() == Token.EOF ? "" : token.getText();
  }
}
