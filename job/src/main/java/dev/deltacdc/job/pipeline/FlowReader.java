/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import dev.deltacdc.job.pipeline.grammar.PipelineFileParser.*;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.TerminalNode;

/** CREATE FLOW. */
final class FlowReader {

  private final StatementParts tree;
  private final Diagnostics diagnostics;
  private final Clauses clauses;

  private @Nullable String comment;
  private @Nullable TableName source;
  private List<Identifier> keys = List.of();
  private @Nullable SqlText deleteWhen;
  private List<SqlText> sequence = List.of();
  private ColumnSelection columns = ColumnSelection.ALL;

  FlowReader(StatementParts tree) {
    this.tree = tree;
    this.diagnostics = tree.diagnostics();
    this.clauses = new Clauses(diagnostics);
  }

  Statement read(FlowContext flow, Position position) {
    Identifier name = StatementParts.identifier(flow.identifier());
    comment = StatementParts.comment(flow.STRING());
    if (comment != null) {
      clauses.add("COMMENT", position);
    }
    if (flow.flowBody() instanceof AppendContext append) {
      return new AppendFlowSpec(
          name,
          comment,
          tree.name(append.name()),
          tree.text(append.query()),
          tree.namespace(),
          position);
    }
    AutoCdcContext cdc = (AutoCdcContext) flow.flowBody();
    TableName target = tree.name(cdc.name());
    cdc.cdcClause().forEach(this::clause);
    require("FROM STREAM", "Say what it reads: FROM STREAM(source).", name);
    require("KEYS", "Say which columns identify a row: KEYS (id).", name);
    require("SEQUENCE BY", "Say what orders the events of a key: SEQUENCE BY updated_at.", name);
    return new CdcFlowSpec(
        name,
        comment,
        cdc.ONCE() != null,
        target,
        source == null ? target : source,
        keys,
        deleteWhen,
        sequence,
        columns,
        position);
  }

  private void require(String clause, String advice, Identifier flow) {
    if (!clauses.has(clause)) {
      diagnostics.error(
          ParseErrors.missingClause(flow.position(), "The flow " + flow, clause, advice));
    }
  }

  private void clause(CdcClauseContext clause) {
    Position at = StatementParts.position(clause);
    if (clause instanceof CdcFromContext from) {
      clauses.add("FROM STREAM", at);
      from(from, at);
    } else if (clause instanceof CdcKeysContext named) {
      clauses.add("KEYS", at);
      keys = tree.columns(named.columnList());
    } else if (clause instanceof ApplyAsContext apply) {
      applyAs(apply.applyWhen(), at);
    } else if (clause instanceof SequenceByContext by) {
      clauses.add("SEQUENCE BY", at);
      sequence(by.sequence_());
    } else if (clause instanceof ColumnsContext named) {
      clauses.add("COLUMNS", at);
      columns = selection(named.selection());
    } else if (clause instanceof StoredAsContext stored) {
      clauses.add("STORED AS", at);
      if (!stored.NUMBER().getText().equals("1")) {
        diagnostics.error(ParseErrors.scdType(at, stored.NUMBER().getText()));
      }
    } else if (clause instanceof CdcCommentContext text) {
      clauses.add("COMMENT", at);
      comment = StatementParts.comment(text.STRING());
    } else {
      other(clause, at);
    }
  }

  private void other(CdcClauseContext clause, Position at) {
    if (clause instanceof IgnoreNullUpdatesContext) {
      diagnostics.error(
          ParseErrors.unsupported(
              at, "IGNORE NULL UPDATES", "Without it, a NULL in an event replaces the value."));
    } else if (clause instanceof TrackHistoryContext) {
      diagnostics.error(ParseErrors.unsupported(at, "TRACK HISTORY", "It goes with SCD TYPE 2."));
    }
  }

  private void from(CdcFromContext from, Position at) {
    NameContext name = from.cdcSource().name();
    if (name == null) {
      diagnostics.error(
          ParseErrors.unsupported(
              at, "FROM SNAPSHOT", "Give the changes as events and read them FROM STREAM(…)."));
    } else {
      source = tree.name(name);
    }
  }

  private void applyAs(ApplyWhenContext apply, Position at) {
    if (apply.TRUNCATE() != null) {
      clauses.add("APPLY AS TRUNCATE WHEN", at);
      diagnostics.error(
          ParseErrors.unsupported(
              at, "APPLY AS TRUNCATE WHEN", "APPLY AS DELETE WHEN removes one row at a time."));
    } else {
      clauses.add("APPLY AS DELETE WHEN", at);
      deleteWhen = one(apply.expression(), "APPLY AS DELETE WHEN", "Join conditions with OR.");
    }
  }

  private void sequence(Sequence_Context context) {
    if (context instanceof StructSequenceContext struct) {
      sequence = struct.structPart().stream().map(tree::text).toList();
    } else if (context instanceof PlainSequenceContext plain) {
      sequence =
          List.of(one(plain.expression(), "SEQUENCE BY", "For several, write STRUCT(a, b)."));
    }
  }

  /** The expression, which must not be a list. */
  private SqlText one(ExpressionContext expression, String clause, String advice) {
    int depth = 0;
    for (ParseTree part : expression.children) {
      String text = part.getText();
      depth += text.equals("(") ? 1 : text.equals(")") ? -1 : 0;
      if (depth == 0 && text.equals(",")) {
        Position at = SqlCapture.position(((TerminalNode) part).getSymbol());
        diagnostics.error(ParseErrors.severalExpressions(at, clause, advice));
        break;
      }
    }
    return tree.text(expression);
  }

  private ColumnSelection selection(SelectionContext selection) {
    if (selection.columnList() != null) {
      return new ColumnSelection(selection.STAR() != null, tree.columns(selection.columnList()));
    }
    List<Identifier> names = new ArrayList<>();
    selection.identifier().forEach(column -> names.add(StatementParts.identifier(column)));
    return new ColumnSelection(false, tree.distinct(names));
  }
}
