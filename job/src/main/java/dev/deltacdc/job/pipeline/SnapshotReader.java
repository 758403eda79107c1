/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import dev.deltacdc.job.pipeline.grammar.PipelineFileParser.*;
import java.util.List;
import javax.annotation.Nullable;

/** CREATE SNAPSHOT TABLE. */
final class SnapshotReader {

  private final StatementParts tree;
  private final Diagnostics diagnostics;
  private final Clauses clauses;

  private @Nullable TableName source;
  private @Nullable Identifier eventTime;
  private @Nullable Literal zone;
  private @Nullable Literal startDay;
  private boolean changedOnly;
  private List<Identifier> changedOn = List.of();
  private @Nullable Literal lateDays;
  private @Nullable Literal retainDays;
  private @Nullable String comment;

  SnapshotReader(StatementParts tree) {
    this.tree = tree;
    this.diagnostics = tree.diagnostics();
    this.clauses = new Clauses(diagnostics);
  }

  SnapshotSpec read(SnapshotTableContext table, Position position) {
    TableName name = tree.name(table.name());
    table.snapshotClause().forEach(this::clause);
    require(
        Rule.MISSING_SNAPSHOT_OF,
        "SNAPSHOT OF",
        "Say of which table: SNAPSHOT OF table EVERY DAY.",
        name);
    require(
        Rule.MISSING_EVENT_TIME,
        "EVENT TIME",
        "Say which column tells an event's day: EVENT TIME updated_at.",
        name);
    return new SnapshotSpec(
        name,
        source == null ? name : source,
        eventTime == null ? new Identifier("", position) : eventTime,
        zone,
        startDay,
        changedOnly,
        changedOn,
        lateDays,
        retainDays,
        comment,
        position);
  }

  private void require(Rule rule, String clause, String advice, TableName table) {
    if (!clauses.has(clause)) {
      diagnostics.error(
          ParseErrors.missingClause(
              rule, table.position(), "The snapshot " + table, clause, advice));
    }
  }

  private void clause(SnapshotClauseContext clause) {
    Position at = StatementParts.position(clause);
    if (clause instanceof SnapshotOfContext of) {
      clauses.add("SNAPSHOT OF", at);
      source = tree.name(of.name());
    } else if (clause instanceof EventTimeContext time) {
      clauses.add("EVENT TIME", at);
      eventTime = StatementParts.identifier(time.identifier());
    } else if (clause instanceof TimeZoneContext named) {
      clauses.add("TIME ZONE", at);
      zone = StatementParts.string(named.STRING());
    } else if (clause instanceof StartDateContext start) {
      clauses.add("START DATE", at);
      startDay = StatementParts.string(start.STRING());
    } else if (clause instanceof RowsContext rows) {
      clauses.add("ROWS", at);
      changedOnly = rows.rowsMode().CHANGED() != null;
      if (rows.rowsMode().columnList() != null) {
        changedOn = tree.columns(rows.rowsMode().columnList());
      }
    } else if (clause instanceof LateEventsContext late) {
      clauses.add("LATE EVENTS", at);
      lateDays = StatementParts.number(late.NUMBER());
    } else if (clause instanceof RetainContext retain) {
      clauses.add("RETAIN", at);
      retainDays = StatementParts.number(retain.NUMBER());
    } else if (clause instanceof SnapshotCommentContext text) {
      clauses.add("COMMENT", at);
      comment = StatementParts.comment(text.STRING());
    }
  }
}
