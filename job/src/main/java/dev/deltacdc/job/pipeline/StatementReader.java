/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import dev.deltacdc.job.pipeline.grammar.PipelineFileLexer;
import dev.deltacdc.job.pipeline.grammar.PipelineFileParser;
import dev.deltacdc.job.pipeline.grammar.PipelineFileParser.*;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.CommonToken;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ListTokenSource;
import org.antlr.v4.runtime.Token;

/** Reads one statement after the other, and keeps what USE has set. */
final class StatementReader {

  private final Diagnostics diagnostics;
  private Namespace namespace = Namespace.NONE;

  StatementReader(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  /**
   * Reads one statement.
   *
   * @return nothing if the statement has an error, or is a USE
   */
  List<Statement> read(Tokens statement) {
    Optional<Problem> other = unclosed(statement).or(() -> OtherStatements.at(statement.visible()));
    if (other.isPresent()) {
      diagnostics.error(other.get());
      return List.of();
    }
    long before = diagnostics.errors();
    CommonTokenStream stream = new CommonTokenStream(new ListTokenSource(ended(statement)));
    PipelineFileParser parser = new PipelineFileParser(stream);
    parser.removeErrorListeners();
    parser.setErrorHandler(new SyntaxErrors(diagnostics, statement.visible()));
    StatementContext context = parser.statement();
    UnknownClauses.report(context, diagnostics);
    if (diagnostics.errors() > before) {
      return List.of();
    }
    stream.fill();
    StatementParts tree =
        new StatementParts(new SqlCapture(stream.getTokens(), diagnostics), namespace, diagnostics);
    List<Statement> statements = statements(context, tree);
    return diagnostics.errors() > before ? List.of() : statements;
  }

  private static Optional<Problem> unclosed(Tokens statement) {
    Position overLines = null;
    for (Token token : statement.visible()) {
      Position at = SqlCapture.position(token);
      if (overLines == null
          && token.getType() == PipelineFileLexer.STRING
          && token.getText().contains("\n")) {
        overLines = at;
      }
      if (token.getType() == PipelineFileLexer.UNCLOSED_STRING) {
        return Optional.of(
            overLines == null
                ? ParseErrors.unclosedString(at)
                : ParseErrors.missingQuote(overLines, at));
      }
      if (token.getType() == PipelineFileLexer.UNCLOSED_COMMENT) {
        return Optional.of(ParseErrors.unclosedComment(at));
      }
    }
    return Optional.empty();
  }

  /** The tokens with an end where the semicolon stands, or after the last one. */
  private static List<Token> ended(Tokens statement) {
    List<Token> tokens = new ArrayList<>(statement.all());
    Token last = tokens.get(tokens.size() - 1);
    CommonToken end = new CommonToken(Token.EOF, "");
    if (last.getType() == PipelineFileLexer.SEMICOLON) {
      tokens.remove(tokens.size() - 1);
      end.setLine(last.getLine());
      end.setCharPositionInLine(last.getCharPositionInLine());
    } else {
      List<Token> visible = statement.visible();
      Token lastVisible = visible.get(visible.size() - 1);
      end.setLine(lastVisible.getLine());
      end.setCharPositionInLine(
          lastVisible.getCharPositionInLine() + lastVisible.getText().length());
    }
    tokens.add(end);
    return tokens;
  }

  private List<Statement> statements(StatementContext context, StatementParts tree) {
    Position position = StatementParts.position(context);
    if (context.setting() != null) {
      SettingContext setting = context.setting();
      return List.of(
          new SettingSpec(
              StatementParts.string(setting.key), StatementParts.string(setting.value), position));
    }
    if (context.use() != null) {
      use(context.use(), tree);
      return List.of();
    }
    if (context.applyChanges() != null) {
      return List.of(new FlowReader(tree).read(context.applyChanges(), position));
    }
    CreationContext creation = context.creation();
    if (creation.source() != null) {
      return List.of(source(creation.source(), tree, position));
    }
    if (creation.view() != null) {
      return List.of(view(creation.view(), tree, position));
    }
    if (creation.streamingTable() != null) {
      boolean materializedView = creation.MATERIALIZED() != null;
      return new TableReader(tree, materializedView).read(creation.streamingTable(), position);
    }
    if (creation.snapshotTable() != null) {
      return List.of(new SnapshotReader(tree).read(creation.snapshotTable(), position));
    }
    return List.of(new FlowReader(tree).read(creation.flow(), position));
  }

  private void use(UseContext use, StatementParts tree) {
    if (use.catalog != null) {
      namespace = new Namespace(tree.folder(use.catalog), Namespace.DEFAULT_DATABASE);
      return;
    }
    List<String> parts = use.name().identifier().stream().map(tree::folder).toList();
    if (parts.size() > 2) {
      diagnostics.error(
          ParseErrors.tooManyParts(StatementParts.position(use), String.join(".", parts) + ".t"));
    } else if (parts.size() == 2) {
      namespace = new Namespace(parts.get(0), parts.get(1));
    } else {
      namespace = new Namespace(namespace.catalog(), parts.get(0));
    }
  }

  private static SourceSpec source(SourceContext source, StatementParts tree, Position position) {
    TableName name = tree.name(source.name());
    SqlText columns =
        source.LPAREN() == null
            ? SourceSpec.noColumns(name)
            : tree.inside(source.columns, SqlCapture.position(source.LPAREN().getSymbol()));
    return new SourceSpec(name, columns, tree.options(source.options_()), position);
  }

  private static ViewSpec view(ViewContext view, StatementParts tree, Position position) {
    return new ViewSpec(
        tree.name(view.name()),
        tree.expectations(view.expectation()),
        StatementParts.comment(view.STRING()),
        tree.text(view.query()),
        tree.namespace(),
        position);
  }
}
