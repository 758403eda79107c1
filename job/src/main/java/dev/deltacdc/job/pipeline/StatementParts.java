/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import dev.deltacdc.job.pipeline.grammar.PipelineFileParser.BalancedContext;
import dev.deltacdc.job.pipeline.grammar.PipelineFileParser.ColumnListContext;
import dev.deltacdc.job.pipeline.grammar.PipelineFileParser.ExpectationContext;
import dev.deltacdc.job.pipeline.grammar.PipelineFileParser.IdentifierContext;
import dev.deltacdc.job.pipeline.grammar.PipelineFileParser.NameContext;
import dev.deltacdc.job.pipeline.grammar.PipelineFileParser.Options_Context;
import dev.deltacdc.job.pipeline.grammar.PipelineFileParser.ViolationContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.annotation.Nullable;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.TerminalNode;

/** The small parts of a statement that was parsed without an error. */
final class StatementParts {

  private final SqlCapture sql;
  private final Namespace namespace;
  private final Diagnostics diagnostics;

  StatementParts(SqlCapture sql, Namespace namespace, Diagnostics diagnostics) {
    this.sql = sql;
    this.namespace = namespace;
    this.diagnostics = diagnostics;
  }

  Diagnostics diagnostics() {
    return diagnostics;
  }

  Namespace namespace() {
    return namespace;
  }

  static Position position(ParserRuleContext context) {
    return SqlCapture.position(context.getStart());
  }

  SqlText text(ParserRuleContext context) {
    return sql.text(context);
  }

  /** What stands between two parentheses. */
  SqlText inside(BalancedContext balanced, Position before) {
    if (balanced.getStop() == null || balanced.getChildCount() == 0) {
      diagnostics.error(ParseErrors.emptyExpression(before));
      return new SqlText("", before);
    }
    return sql.text(balanced);
  }

  /** Of an identifier, or a column's name in its declaration. */
  static Identifier identifier(ParserRuleContext context) {
    String text = context.getText();
    if (text.startsWith("`")) {
      text = text.substring(1, text.length() - 1).replace("``", "`");
    }
    return new Identifier(text, position(context));
  }

  static Literal string(Token token) {
    String text = token.getText();
    return new Literal(
        text.substring(1, text.length() - 1).replace("''", "'"), SqlCapture.position(token));
  }

  static Literal string(TerminalNode node) {
    return string(node.getSymbol());
  }

  static Literal number(TerminalNode node) {
    return new Literal(node.getText(), SqlCapture.position(node.getSymbol()));
  }

  @Nullable
  static String comment(@Nullable TerminalNode string) {
    return string == null ? null : string(string).text();
  }

  /** A table's name, with what USE puts before it; its parts are safe folder names. */
  TableName name(NameContext context) {
    List<IdentifierContext> contexts = withoutLive(context);
    List<Identifier> parts = contexts.stream().map(StatementParts::identifier).toList();
    List<String> texts = parts.stream().map(Identifier::text).toList();
    String shown = String.join(".", texts);
    if (parts.size() > 3) {
      diagnostics.error(ParseErrors.tooManyParts(position(context), shown));
      return new TableName(texts.subList(0, 3), position(context));
    }
    contexts.forEach(this::folder);
    return namespace.qualify(texts, position(context));
  }

  private List<IdentifierContext> withoutLive(NameContext context) {
    List<IdentifierContext> parts = context.identifier();
    if (parts.size() == 1 || !SqlCapture.isLive(parts.get(0).getStart())) {
      return parts;
    }
    diagnostics.notice(ParseErrors.live(position(context)));
    return parts.subList(1, parts.size());
  }

  /** A part of a name, which is a folder below the lake. */
  String folder(IdentifierContext context) {
    Identifier part = identifier(context);
    if (!isFolder(part.text())) {
      diagnostics.error(ParseErrors.leavesLake(part.position(), part.text()));
    }
    return part.text();
  }

  /** Whether a name is that of a folder in its parent, on any file system, and visible there. */
  private static boolean isFolder(String name) {
    return !name.startsWith(".")
        && !name.startsWith("_")
        && name.equals(name.strip())
        && name.chars().noneMatch(c -> c < ' ' || "/\\:*?\"<>|%#".indexOf(c) >= 0);
  }

  /** Columns in parentheses, each once. */
  List<Identifier> columns(ColumnListContext context) {
    return distinct(context.identifier().stream().map(StatementParts::identifier).toList());
  }

  List<Identifier> distinct(List<Identifier> columns) {
    Map<String, Identifier> first = new HashMap<>();
    for (Identifier column : columns) {
      Identifier before = first.putIfAbsent(column.text().toLowerCase(Locale.ROOT), column);
      if (before != null) {
        diagnostics.error(ParseErrors.duplicateColumn(column.position(), column.text(), before));
      }
    }
    return columns;
  }

  List<OptionSpec> options(Options_Context context) {
    List<OptionSpec> options = new ArrayList<>();
    Set<String> keys = new HashSet<>();
    for (var option : context.option()) {
      OptionSpec spec = new OptionSpec(string(option.key), string(option.value));
      if (!keys.add(spec.key().text())) {
        diagnostics.error(ParseErrors.duplicateOption(spec.key().position(), spec.key().text()));
      }
      options.add(spec);
    }
    return options;
  }

  List<ExpectationSpec> expectations(List<ExpectationContext> contexts) {
    List<ExpectationSpec> expectations = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (ExpectationContext context : contexts) {
      Identifier name = identifier(context.identifier());
      if (!names.add(name.text().toLowerCase(Locale.ROOT))) {
        diagnostics.error(ParseErrors.duplicateExpectation(name.position(), name.text()));
      }
      expectations.add(
          new ExpectationSpec(
              name,
              inside(context.condition, SqlCapture.position(context.LPAREN().getSymbol())),
              action(context.violation())));
    }
    return expectations;
  }

  private static ViolationAction action(@Nullable ViolationContext context) {
    if (context == null) {
      return ViolationAction.WARN;
    }
    if (context.DROP() != null) {
      return ViolationAction.DROP_ROW;
    }
    return context.FAIL() != null ? ViolationAction.FAIL_UPDATE : ViolationAction.QUARANTINE;
  }
}
