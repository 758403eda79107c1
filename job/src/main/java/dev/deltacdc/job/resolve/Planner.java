/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.Diagnostics;
import dev.deltacdc.job.pipeline.Namespace;
import dev.deltacdc.job.pipeline.SqlText;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.table.api.ExplainDetail;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.TableDescriptor;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Flink's planner, asked about texts of the file; its errors become diagnostics of the file. */
final class Planner {

  private static final Pattern CHANGELOG = Pattern.compile("changelogMode=\\[([A-Z,]*)]");

  private final StreamTableEnvironment env;
  private final Diagnostics diagnostics;

  Planner(StreamTableEnvironment env, Diagnostics diagnostics) {
    this.env = env;
    this.diagnostics = diagnostics;
    env.loadModule(PlanningModule.NAME, new PlanningModule());
  }

  StreamTableEnvironment env() {
    return env;
  }

  Diagnostics diagnostics() {
    return diagnostics;
  }

  /** What an error may suggest to a text that can name some columns. */
  Vocabulary vocabulary(Collection<String> columns) {
    return new Vocabulary(env, columns);
  }

  /**
   * The columns of a query of the file.
   *
   * @param columns those that it can name, to suggest one
   */
  Optional<RowType> query(SqlText query, Namespace namespace, Collection<String> columns) {
    DecimalDigits.check(query, diagnostics);
    try {
      return Optional.of(plan(query.padded(), namespace));
    } catch (RuntimeException e) {
      diagnostics.error(PlannerErrors.inQuery(e, query, vocabulary(columns)));
      return Optional.empty();
    }
  }

  /**
   * The columns of a query that is planned with other names of tables than it has in the file.
   *
   * @param rowType those with the names of the file
   */
  Optional<RowType> asPlanned(SqlText query, String text, Namespace namespace, RowType rowType) {
    if (text.equals(query.text())) {
      return Optional.of(rowType);
    }
    try {
      return Optional.of(plan(text, namespace));
    } catch (ValidationException | TableException e) {
      diagnostics.error(PlannerErrors.inWhole(e, query.position()));
      return Optional.empty();
    }
  }

  /** The type of an expression over the columns of {@code from}. */
  Optional<LogicalType> expression(SqlText expression, String from, List<String> columns) {
    DecimalDigits.check(expression, diagnostics);
    try {
      // With all columns, so that an aggregate is refused: an expression is one of a single row.
      String sql = expression.padded("SELECT (", "\n), * FROM " + from);
      return Optional.of(plan(sql, Namespace.NONE).getTypeAt(0));
    } catch (RuntimeException e) {
      diagnostics.error(PlannerErrors.inExpression(e, expression, vocabulary(columns)));
      return Optional.empty();
    }
  }

  /** The columns of a query that is not in the file as it stands. */
  RowType plan(String sql, Namespace namespace) {
    return rowType(planned(sql, namespace).table(env).getResolvedSchema());
  }

  PlannedQuery planned(String sql, Namespace namespace) {
    String catalog = PipelineCatalogs.catalog(namespace);
    String database = PipelineCatalogs.database(namespace);
    PlannedQuery query = new PlannedQuery(sql, catalog, database, RowType.of());
    return new PlannedQuery(sql, catalog, database, rowType(query.table(env).getResolvedSchema()));
  }

  /** Whether none of the columns can be NULL. */
  boolean isNotNull(PlannedQuery query, List<Integer> columns) {
    List<Column> all = query.table(env).getResolvedSchema().getColumns();
    return columns.stream()
        .noneMatch(index -> all.get(index).getDataType().getLogicalType().isNullable());
  }

  /** Whether the query only ever adds rows. */
  boolean isInsertOnly(PlannedQuery query) {
    Table table = query.table(env);
    Matcher matcher = CHANGELOG.matcher(table.explain(ExplainDetail.CHANGELOG_MODE));
    return !matcher.find() || matcher.group(1).equals("I");
  }

  void register(ObjectIdentifier name, Schema schema) {
    register(name, schema, Changelog.INSERT_ONLY);
  }

  void register(ObjectIdentifier name, Schema schema, Changelog changelog) {
    env.createTemporaryTable(
        name.asSerializableString(),
        TableDescriptor.forConnector(PlanningModule.CONNECTOR)
            .option(PlanningModule.CHANGELOG, changelog.name())
            .schema(schema)
            .build());
  }

  /** The types that values have, whatever a time attribute is to Flink. */
  static RowType rowType(ResolvedSchema schema) {
    return new RowType(
        false,
        schema.getColumns().stream()
            .map(column -> new RowType.RowField(column.getName(), type(column)))
            .toList());
  }

  private static LogicalType type(Column column) {
    return Types.plain(column.getDataType().getLogicalType());
  }
}
