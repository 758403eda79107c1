/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.Token;

/**
 * A query that yields at most one row per row of one table: {@code SELECT … FROM table [[AS] alias]
 * [WHERE …]}. Such a query can carry a row's origin along.
 *
 * @param list the select list
 * @param star whether the list has a star
 * @param alias what the table is called in the query
 * @param rest what follows the table, starting with WHERE; may be empty
 */
public record SimpleSelect(String list, boolean star, TableName table, String alias, String rest) {

  private static final Set<String> OTHER =
      Set.of(
          "UNION",
          "INTERSECT",
          "EXCEPT",
          "MINUS",
          "JOIN",
          "GROUP",
          "HAVING",
          "ORDER",
          "LIMIT",
          "OFFSET",
          "FETCH",
          "WINDOW",
          "FOR",
          "MATCH_RECOGNIZE",
          "QUALIFY",
          "OVER");

  /** Empty for every other query. */
  public static Optional<SimpleSelect> of(SqlText query, Namespace namespace) {
    List<Token> tokens = Tokens.of(query.text()).all();
    List<Token> visible =
        tokens.stream().filter(token -> token.getChannel() == Token.DEFAULT_CHANNEL).toList();
    int from = -1;
    int where = visible.size();
    int depth = 0;
    boolean star = false;
    for (int i = 0; i < visible.size(); i++) {
      String word = word(visible.get(i));
      if (word.equals("(")) {
        depth++;
      } else if (word.equals(")")) {
        depth--;
      } else if (depth == 0) {
        if (word.equals("FROM") && i > 0 && word(visible.get(i - 1)).equals("DISTINCT")) {
          continue; // IS DISTINCT FROM
        }
        if (OTHER.contains(word) || (word.equals("FROM") && from >= 0)) {
          return Optional.empty();
        }
        if (word.equals("FROM")) {
          from = i;
        } else if (word.equals("WHERE")) {
          where = i;
        } else if (word.equals("*") && from < 0) {
          star |= Set.of("SELECT", ",", ".").contains(word(visible.get(i - 1)));
        }
      }
    }
    if (from < 2
        || !word(visible.get(0)).equals("SELECT")
        || word(visible.get(1)).equals("DISTINCT")) {
      return Optional.empty();
    }
    return read(tokens, visible, from, where, star, namespace);
  }

  private static Optional<SimpleSelect> read(
      List<Token> tokens,
      List<Token> visible,
      int from,
      int where,
      boolean star,
      Namespace namespace) {
    int last = from + 1;
    while (last + 2 < where && word(visible.get(last + 1)).equals(".")) {
      last += 2;
    }
    if (last >= where) {
      return Optional.empty();
    }
    List<Token> name = visible.subList(from + 1, last + 1);
    List<Token> alias = visible.subList(last + 1, where);
    if (!alias.isEmpty() && word(alias.get(0)).equals("AS")) {
      alias = alias.subList(1, alias.size());
    }
    List<String> parts =
        name.stream().filter(TableReferences::isName).map(TableReferences::unquoted).toList();
    if (parts.isEmpty()
        || parts.size() != name.size() / 2 + 1
        || parts.size() > 3
        || alias.size() > 1
        || (alias.size() == 1 && !TableReferences.isName(alias.get(0)))) {
      return Optional.empty();
    }
    return Optional.of(
        new SimpleSelect(
            text(tokens, visible.get(0), visible.get(from), true),
            star,
            namespace.qualify(parts, SqlCapture.position(name.get(0))),
            alias.isEmpty() ? parts.get(parts.size() - 1) : TableReferences.unquoted(alias.get(0)),
            where == visible.size()
                ? ""
                : text(tokens, visible.get(where), visible.get(visible.size() - 1), false)));
  }

  /** From the first token (or the one after it, up to the one before the last) to the last. */
  private static String text(List<Token> tokens, Token first, Token last, boolean between) {
    return tokens
        .subList(
            tokens.indexOf(first) + (between ? 1 : 0), tokens.indexOf(last) + (between ? 0 : 1))
        .stream()
        .map(Token::getText)
        .collect(Collectors.joining());
  }

  private static String word(Token token) {
    return token.getText().toUpperCase(Locale.ROOT);
  }
}
