/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import dev.deltacdc.job.pipeline.grammar.PipelineFileParser.*;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;

/** CREATE STREAMING TABLE and CREATE MATERIALIZED VIEW. */
final class TableReader {

  private final StatementParts tree;
  private final boolean materializedView;
  private final Diagnostics diagnostics;
  private final Clauses clauses;

  private List<Identifier> partitionedBy = List.of();
  private List<Identifier> clusteredBy = List.of();
  private List<OptionSpec> properties = List.of();
  private @Nullable String comment;
  private @Nullable SqlText query;
  private List<Identifier> primaryKey = List.of();

  TableReader(StatementParts tree, boolean materializedView) {
    this.tree = tree;
    this.materializedView = materializedView;
    this.diagnostics = tree.diagnostics();
    this.clauses = new Clauses(diagnostics);
  }

  /** The table and, for AS SELECT and FLOW, what fills it. */
  List<Statement> read(StreamingTableContext table, Position position) {
    TableName name = tree.name(table.name());
    List<ColumnSpec> columns = new ArrayList<>();
    List<ExpectationContext> expectations = new ArrayList<>();
    for (TableElementContext element : table.tableElement()) {
      if (element.expectation() != null) {
        expectations.add(element.expectation());
      } else if (element.column() != null) {
        columns.add(column(element.column()));
      } else {
        primaryKey(element.primaryKey());
      }
    }
    tree.distinct(columns.stream().map(ColumnSpec::name).toList());
    List<ExpectationSpec> constraints = tree.expectations(expectations);
    table.tableClause().forEach(this::clause);
    List<Statement> statements = new ArrayList<>();
    statements.add(
        new StreamingTableSpec(
            name,
            materializedView,
            columns,
            constraints,
            partitionedBy,
            clusteredBy,
            comment,
            properties,
            position));
    if (materializedView) {
      statements.addAll(query(table, name, position));
      return statements;
    }
    if (table.tableFlow() != null) {
      statements.add(new FlowReader(tree).read(table.tableFlow(), name, position));
    }
    if (query != null) {
      Identifier flow = name.identifier();
      statements.add(new AppendFlowSpec(flow, comment, name, query, tree.namespace(), position));
    }
    return statements;
  }

  private List<Statement> query(StreamingTableContext table, TableName name, Position position) {
    if (table.tableFlow() != null) {
      diagnostics.error(ParseErrors.flowOfView(StatementParts.position(table.tableFlow())));
    } else if (query == null) {
      diagnostics.error(ParseErrors.viewWithoutQuery(name));
    } else {
      return List.of(new MaterializedViewSpec(name, primaryKey, query, tree.namespace(), position));
    }
    return List.of();
  }

  private void primaryKey(PrimaryKeyContext key) {
    Position at = StatementParts.position(key);
    if (!materializedView) {
      diagnostics.error(
          ParseErrors.unsupported(
              at,
              "PRIMARY KEY of a streaming table",
              "KEYS of its AUTO CDC flow says what identifies a row."));
      return;
    }
    clauses.add("PRIMARY KEY", at);
    primaryKey = tree.columns(key.columnList());
  }

  private ColumnSpec column(ColumnContext column) {
    return new ColumnSpec(
        StatementParts.identifier(column.columnName()),
        tree.text(column.type()),
        StatementParts.comment(column.STRING()));
  }

  private void clause(TableClauseContext clause) {
    Position at = StatementParts.position(clause);
    if (clause instanceof PartitionedByContext by) {
      clauses.add("PARTITIONED BY", at);
      partitionedBy = tree.columns(by.columnList());
    } else if (clause instanceof ClusterByContext by) {
      clauses.add("CLUSTER BY", at);
      clusteredBy = tree.columns(by.columnList());
    } else if (clause instanceof TableCommentContext text) {
      clauses.add("COMMENT", at);
      comment = StatementParts.comment(text.STRING());
    } else if (clause instanceof TablePropertiesContext named) {
      clauses.add("TBLPROPERTIES", at);
      properties = tree.options(named.options_());
    } else if (clause instanceof AsQueryContext as) {
      clauses.add("AS SELECT", at);
      query = tree.text(as.query());
    }
  }
}
