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

/** CREATE FLOW, and the other forms of an AUTO CDC flow. */
final class FlowReader {

  private static final String DELETE = "APPLY AS DELETE WHEN";
  private static final String TRUNCATE = "APPLY AS TRUNCATE WHEN";
  private static final String SEQUENCE = "SEQUENCE BY";
  private static final String IGNORE = "IGNORE NULL UPDATES";
  private static final String TRACK = "TRACK HISTORY";

  private final StatementParts tree;
  private final Diagnostics diagnostics;
  private final Clauses clauses;

  private @Nullable String comment;
  private @Nullable TableName source;
  private boolean snapshots;
  private List<Identifier> keys = List.of();
  private @Nullable SqlText deleteWhen;
  private @Nullable SqlText truncateWhen;
  private List<SqlText> sequence = List.of();
  private ColumnSelection columns = ColumnSelection.ALL;
  private int scdType = 1;
  private @Nullable ColumnSelection trackHistory;
  private @Nullable ColumnSelection ignoreNullUpdates;

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
    if (cdc.APPLY() != null) {
      diagnostics.notice(ParseErrors.applyChanges(StatementParts.position(cdc)));
    }
    return cdc(name, cdc.ONCE() != null, tree.name(cdc.name()), cdc.cdcClause(), position);
  }

  CdcFlowSpec read(ApplyChangesContext flow, Position position) {
    diagnostics.notice(ParseErrors.applyChanges(position));
    TableName target = tree.name(flow.name());
    return cdc(target.identifier(), false, target, flow.cdcClause(), position);
  }

  /** The flow of a CREATE STREAMING TABLE. */
  CdcFlowSpec read(TableFlowContext flow, TableName target, Position position) {
    return cdc(target.identifier(), flow.ONCE() != null, target, flow.cdcClause(), position);
  }

  private CdcFlowSpec cdc(
      Identifier name,
      boolean once,
      TableName target,
      List<CdcClauseContext> contexts,
      Position position) {
    contexts.forEach(this::clause);
    require(Rule.MISSING_FROM, "FROM STREAM", "Say what it reads: FROM STREAM(source).", name);
    require(Rule.MISSING_KEYS, "KEYS", "Say which columns identify a row: KEYS (id).", name);
    if (snapshots) {
      ofSnapshots(once, name);
    } else {
      require(
          Rule.MISSING_SEQUENCE_BY,
          SEQUENCE,
          "Say what orders the events of a key: SEQUENCE BY updated_at.",
          name);
    }
    if (clauses.has(TRUNCATE) && scdType == 2) {
      diagnostics.error(ParseErrors.truncateOfHistory(clauses.of(TRUNCATE)));
    }
    if (clauses.has(TRACK) && scdType == 1) {
      diagnostics.error(ParseErrors.trackWithoutHistory(clauses.of(TRACK)));
    }
    return new CdcFlowSpec(
        name,
        comment,
        once,
        target,
        source == null ? target : source,
        snapshots,
        keys,
        deleteWhen,
        truncateWhen,
        sequence,
        columns,
        scdType,
        trackHistory,
        ignoreNullUpdates,
        position);
  }

  /** A snapshot says by itself what is newer, what is deleted, and what is NULL. */
  private void ofSnapshots(boolean once, Identifier flow) {
    for (String clause : List.of(SEQUENCE, DELETE, TRUNCATE, IGNORE)) {
      if (clauses.has(clause)) {
        diagnostics.error(ParseErrors.clauseOfEvents(clauses.of(clause), clause));
      }
    }
    if (once) {
      diagnostics.error(ParseErrors.clauseOfEvents(flow.position(), "ONCE"));
    }
  }

  private void require(Rule rule, String clause, String advice, Identifier flow) {
    if (!clauses.has(clause)) {
      diagnostics.error(
          ParseErrors.missingClause(rule, flow.position(), "The flow " + flow, clause, advice));
    }
  }

  private void clause(CdcClauseContext clause) {
    Position at = StatementParts.position(clause);
    if (clause instanceof CdcFromContext from) {
      clauses.add("FROM STREAM", at);
      source = tree.name(from.cdcSource().name());
      snapshots = from.cdcSource().SNAPSHOT() != null;
    } else if (clause instanceof CdcKeysContext named) {
      clauses.add("KEYS", at);
      keys = tree.columns(named.columnList());
    } else if (clause instanceof ApplyAsContext apply) {
      applyAs(apply.applyWhen(), at);
    } else if (clause instanceof SequenceByContext by) {
      clauses.add(SEQUENCE, at);
      sequence(by.sequence_());
    } else if (clause instanceof ColumnsContext named) {
      clauses.add("COLUMNS", at);
      columns = selection(named.selection());
    } else if (clause instanceof CdcCommentContext text) {
      clauses.add("COMMENT", at);
      comment = StatementParts.comment(text.STRING());
    } else {
      storage(clause, at);
    }
  }

  /** The clauses that say how changes are stored. */
  private void storage(CdcClauseContext clause, Position at) {
    if (clause instanceof StoredAsContext stored) {
      clauses.add("STORED AS", at);
      scdType(stored.NUMBER(), at);
    } else if (clause instanceof TrackHistoryContext track) {
      clauses.add(TRACK, at);
      trackHistory = selection(track.selection());
    } else if (clause instanceof IgnoreNullUpdatesContext ignore) {
      clauses.add(IGNORE, at);
      ignoreNullUpdates =
          ignore.selection() == null ? ColumnSelection.ALL : selection(ignore.selection());
    }
  }

  private void scdType(TerminalNode number, Position at) {
    switch (number.getText()) {
      case "1" -> scdType = 1;
      case "2" -> scdType = 2;
      default -> diagnostics.error(ParseErrors.scdType(at, number.getText()));
    }
  }

  private void applyAs(ApplyWhenContext apply, Position at) {
    String clause = apply.TRUNCATE() == null ? DELETE : TRUNCATE;
    clauses.add(clause, at);
    SqlText condition = one(apply.expression(), clause, "Join conditions with OR.");
    if (apply.TRUNCATE() == null) {
      deleteWhen = condition;
    } else {
      truncateWhen = condition;
    }
  }

  private void sequence(Sequence_Context context) {
    if (context instanceof StructSequenceContext struct) {
      sequence = struct.structPart().stream().map(tree::text).toList();
    } else if (context instanceof PlainSequenceContext plain) {
      sequence = List.of(one(plain.expression(), SEQUENCE, "For several, write STRUCT(a, b)."));
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
