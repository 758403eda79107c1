/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.Token;

/**
 * The names that stand where a query names a table: after FROM, JOIN, TABLE, and a comma between
 * tables. Names of common table expressions are among them.
 */
public final class TableReferences {

  private static final Set<String> ENDS_FROM =
      Set.of(
          "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "WINDOW", "SELECT", "UNION", "ON", "SET");

  private final List<Token> tokens;
  private final Namespace namespace;
  private final List<TableName> found = new ArrayList<>();

  private TableReferences(List<Token> tokens, Namespace namespace) {
    this.tokens = tokens;
    this.namespace = namespace;
  }

  public static List<TableName> in(SqlText query, Namespace namespace) {
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
      found.add(namespace.qualify(parts, SqlCapture.position(tokens.get(first))));
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
