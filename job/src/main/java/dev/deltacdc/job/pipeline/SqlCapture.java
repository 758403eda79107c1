/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import dev.deltacdc.job.pipeline.grammar.PipelineFileLexer;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/**
 * Takes expressions and queries out of a statement as Flink's SQL: {@code STREAM(x)}, {@code STREAM
 * x} and {@code LIVE.x} become x, {@code !=} and {@code ==} become {@code <>} and {@code =}, by
 * token, so strings and comments stay as they are; the text keeps its length.
 */
final class SqlCapture {

  /** Clauses in which a comma does not stand between tables. */
  private static final Set<String> NOT_FROM =
      Set.of("SELECT", "WHERE", "GROUP", "HAVING", "ORDER", "WINDOW", "ON");

  private final List<Token> tokens;
  private final Diagnostics diagnostics;

  /**
   * @param tokens the statement's tokens, spaces and comments among them, as indexed by the stream
   */
  SqlCapture(List<Token> tokens, Diagnostics diagnostics) {
    this.tokens = tokens;
    this.diagnostics = diagnostics;
  }

  SqlText text(ParserRuleContext context) {
    return text(context.getStart(), context.getStop());
  }

  /** From one token to another, both included; empty when there is none between. */
  SqlText text(Token first, Token last) {
    StringBuilder text = new StringBuilder();
    boolean[] blank = streams(first.getTokenIndex(), last.getTokenIndex());
    live(first.getTokenIndex(), last.getTokenIndex(), blank);
    for (int i = first.getTokenIndex(); i <= last.getTokenIndex(); i++) {
      text.append(blank[i - first.getTokenIndex()] ? spaces(tokens.get(i)) : flink(tokens.get(i)));
    }
    return new SqlText(text.toString(), position(first), streamed(first.getTokenIndex(), blank));
  }

  static Position position(Token token) {
    return new Position(token.getLine(), token.getCharPositionInLine() + 1);
  }

  private static String flink(Token token) {
    return switch (token.getType()) {
      case PipelineFileLexer.BANG_EQ -> "<>";
      case PipelineFileLexer.EQ_EQ -> "= ";
      default -> token.getText();
    };
  }

  private static String spaces(Token token) {
    return " ".repeat(token.getText().length());
  }

  /** The tokens that only say "as a stream". */
  private boolean[] streams(int first, int last) {
    boolean[] blank = new boolean[last - first + 1];
    for (int i = first; i <= last; i++) {
      if (tokens.get(i).getType() != PipelineFileLexer.STREAM || !readsTable(i, first)) {
        continue;
      }
      int next = visible(i + 1, last);
      if (next < 0) {
        continue;
      }
      if (tokens.get(next).getType() != PipelineFileLexer.LPAREN) {
        blank[i - first] = isName(tokens.get(next));
        continue;
      }
      int close = closing(next, last);
      if (close >= 0) {
        blank[i - first] = true;
        blank[next - first] = true;
        blank[close - first] = true;
      }
    }
    return blank;
  }

  /** The places of what is left behind words that only say "as a stream". */
  private Set<Position> streamed(int first, boolean[] blank) {
    Set<Position> places = new HashSet<>();
    for (int i = 0; i < blank.length; i++) {
      if (blank[i] && tokens.get(first + i).getType() == PipelineFileLexer.STREAM) {
        int name = visible(first + i, first + blank.length - 1);
        while (name >= 0 && blank[name - first]) {
          name = visible(name + 1, first + blank.length - 1);
        }
        if (name >= 0) {
          places.add(position(tokens.get(name)));
        }
      }
    }
    return places;
  }

  /** The old virtual schema before tables' names is blank too. */
  private void live(int first, int last, boolean[] blank) {
    for (int i = first; i <= last; i++) {
      int dot = isLive(tokens.get(i)) ? visible(i + 1, last) : -1;
      if (dot >= 0
          && tokens.get(dot).getType() == PipelineFileLexer.DOT
          && readsTable(behindStream(i, first), first)) {
        blank[i - first] = true;
        blank[dot - first] = true;
        diagnostics.notice(ParseErrors.live(position(tokens.get(i))));
      }
    }
  }

  /** Whether a name's first part is that of Delta Live Tables, unquoted. */
  static boolean isLive(Token token) {
    return token.getType() == PipelineFileLexer.WORD && token.getText().equalsIgnoreCase("LIVE");
  }

  /** Where {@code STREAM(} or {@code STREAM} before a name starts, else the name's start. */
  private int behindStream(int name, int first) {
    int before = visibleBefore(name, first);
    int stream =
        before >= 0 && tokens.get(before).getType() == PipelineFileLexer.LPAREN
            ? visibleBefore(before, first)
            : before;
    return stream >= 0 && tokens.get(stream).getType() == PipelineFileLexer.STREAM ? stream : name;
  }

  /** Whether a table stands at the token: after FROM, JOIN, or a comma between tables. */
  private boolean readsTable(int index, int first) {
    int depth = 0;
    boolean comma = false;
    for (int i = index - 1; i >= first; i--) {
      Token token = tokens.get(i);
      if (token.getChannel() != Token.DEFAULT_CHANNEL) {
        continue;
      }
      String word = token.getText().toUpperCase(Locale.ROOT);
      depth += word.equals(")") ? 1 : word.equals("(") ? -1 : 0;
      if (depth == 0 && (word.equals("FROM") || word.equals("JOIN"))) {
        return true;
      }
      comma |= word.equals(",");
      if (!comma || depth < 0 || (depth == 0 && NOT_FROM.contains(word))) {
        return false;
      }
    }
    return false;
  }

  /** The parenthesis that closes a name in parentheses, -1 if there is more than a name. */
  private int closing(int open, int last) {
    for (int i = visible(open + 1, last); i >= 0; i = visible(i + 1, last)) {
      Token token = tokens.get(i);
      if (token.getType() == PipelineFileLexer.RPAREN) {
        return i;
      }
      if (token.getType() != PipelineFileLexer.DOT && !isName(token)) {
        return -1;
      }
    }
    return -1;
  }

  private static boolean isName(Token token) {
    char first = token.getText().charAt(0);
    return first == '`' || first == '_' || Character.isLetter(first);
  }

  private int visibleBefore(int index, int first) {
    for (int i = index - 1; i >= first; i--) {
      if (tokens.get(i).getChannel() == Token.DEFAULT_CHANNEL) {
        return i;
      }
    }
    return -1;
  }

  private int visible(int from, int last) {
    for (int i = from; i <= last; i++) {
      if (tokens.get(i).getChannel() == Token.DEFAULT_CHANNEL) {
        return i;
      }
    }
    return -1;
  }
}
