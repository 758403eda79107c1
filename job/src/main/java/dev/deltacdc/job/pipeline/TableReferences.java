/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.antlr.v4.runtime.Token;

/**
 * The names that stand where a query names a table: after FROM, JOIN, TABLE, and a comma between
 * tables. Names of common table expressions are among them.
 */
public final class TableReferences {

  private static final Set<String> ENDS_FROM =
      Set.of(
          "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "WINDOW", "SELECT", "UNION", "ON", "SET");

  /**
   * A name where it stands.
   *
   * @param start index of its first character in the tokens' text
   * @param end index behind its last
   */
  private record Found(TableName name, int start, int end) {}

  private final List<Token> tokens;
  private final Namespace namespace;
  private final List<Found> found = new ArrayList<>();

  private TableReferences(List<Token> tokens, Namespace namespace) {
    this.tokens = tokens;
    this.namespace = namespace;
  }

  public static List<TableName> in(SqlText query, Namespace namespace) {
    return of(query, namespace).stream().map(Found::name).toList();
  }

  /** The text of a query with something else in the place of names. */
  public static String replaced(
      SqlText query, Namespace namespace, Function<TableName, Optional<String>> replacement) {
    String padded = query.padded();
    StringBuilder text = new StringBuilder(padded);
    List<Found> lastFirst = new ArrayList<>(of(query, namespace));
    Collections.reverse(lastFirst);
    for (Found reference : lastFirst) {
      replacement
          .apply(reference.name())
          .ifPresent(
              name ->
                  text.replace(
                      padded.offsetByCodePoints(0, reference.start()),
                      padded.offsetByCodePoints(0, reference.end()),
                      name));
    }
    return text.substring(padded.length() - query.text().length());
  }

  private static List<Found> of(SqlText query, Namespace namespace) {
    TableReferences references = new TableReferences(Tokens.of(query).visible(), namespace);
    references.read();
    return references.found;
  }

  private void read() {
    Deque<Boolean> inFrom = new ArrayDeque<>();
    inFrom.push(false);
    boolean nameNext = false;
    for (int i = 0; i < tokens.size(); i++) {
      String word = tokens.get(i).getText().toUpperCase(Locale.ROOT);
      switch (word) {
        case "(" -> inFrom.push(nameNext);
        case ")" -> {
          if (inFrom.size() > 1) {
            inFrom.pop();
          }
          nameNext = false;
        }
        case "FROM" -> {
          inFrom.pop();
          inFrom.push(true);
          nameNext = true;
        }
        case "JOIN", "TABLE", "STREAM" -> nameNext = true;
        case "," -> nameNext = inFrom.peek();
        default -> {
          if (ENDS_FROM.contains(word)) {
            inFrom.pop();
            inFrom.push(false);
          } else if (nameNext && isName(tokens.get(i))) {
            i = name(i);
          }
          nameNext = false;
        }
      }
    }
  }

  /** Takes a dotted name; returns the index of its last token. */
  private int name(int first) {
    List<String> parts = new ArrayList<>();
    int last = first;
    parts.add(unquoted(tokens.get(first)));
    while (last + 2 < tokens.size()
        && tokens.get(last + 1).getText().equals(".")
        && isName(tokens.get(last + 2))) {
      last += 2;
      parts.add(unquoted(tokens.get(last)));
    }
    boolean function = last + 1 < tokens.size() && tokens.get(last + 1).getText().equals("(");
    if (!function && parts.size() <= 3) {
      found.add(
          new Found(
              namespace.qualify(parts, SqlCapture.position(tokens.get(first))),
              tokens.get(first).getStartIndex(),
              tokens.get(last).getStopIndex() + 1));
    }
    return last;
  }

  static boolean isName(Token token) {
    char first = token.getText().charAt(0);
    return first == '`' || first == '_' || Character.isLetter(first);
  }

  static String unquoted(Token token) {
    String text = token.getText();
    return text.startsWith("`") ? text.substring(1, text.length() - 1).replace("``", "`") : text;
  }
}
