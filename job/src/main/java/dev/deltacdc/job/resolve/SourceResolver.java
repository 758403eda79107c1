/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.functions.event.EventOrigin;
import dev.deltacdc.job.pipeline.Diagnostics;
import dev.deltacdc.job.pipeline.Literal;
import dev.deltacdc.job.pipeline.Namespace;
import dev.deltacdc.job.pipeline.OptionSpec;
import dev.deltacdc.job.pipeline.Problem;
import dev.deltacdc.job.pipeline.Rule;
import dev.deltacdc.job.pipeline.SourceSpec;
import dev.deltacdc.job.source.DeltaSettings;
import dev.deltacdc.job.source.OptionProblem;
import dev.deltacdc.job.source.SnapshotFiles;
import dev.deltacdc.job.source.SourceColumn;
import dev.deltacdc.job.source.SourceOptions;
import dev.deltacdc.job.source.SourceSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.catalog.UniqueConstraint;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.utils.TypeConversions;

/** CREATE TABLE … WITH. */
final class SourceResolver {

  private final Scope scope;
  private final Planner planner;
  private final Diagnostics diagnostics;

  SourceResolver(Scope scope, Planner planner) {
    this.scope = scope;
    this.planner = planner;
    this.diagnostics = planner.diagnostics();
  }

  Optional<ResolvedSource> resolve(SourceSpec spec) {
    if (!spec.hasColumns()) {
      withoutColumns(spec);
      scope.fail(spec.name());
      return Optional.empty();
    }
    long before = diagnostics.errors();
    Optional<ResolvedSource> source = declared(spec).flatMap(schema -> source(spec, schema));
    if (diagnostics.errors() > before) {
      scope.fail(spec.name());
      return Optional.empty();
    }
    return source;
  }

  /** Of a Delta table that could not be read, that was said. */
  private void withoutColumns(SourceSpec spec) {
    if (!DeltaSettings.CONNECTOR.equals(spec.options().get("connector"))) {
      diagnostics.error(ResolveErrors.noColumns(spec));
      return;
    }
    SourceSchema none = new SourceSchema(List.of(), List.of());
    for (OptionProblem problem : SourceOptions.check("delta", spec.options(), none)) {
      diagnostics.error(optionProblem(spec, ResolvedSchema.of(), problem));
    }
  }

  /** The columns as Flink reads them. */
  private Optional<ResolvedSchema> declared(SourceSpec spec) {
    ObjectIdentifier scratch =
        ObjectIdentifier.of(
            PipelineCatalogs.CATALOG,
            PipelineCatalogs.DATABASE,
            EventOrigin.HIDDEN_PREFIX + "declared");
    StreamTableEnvironment env = planner.env();
    DecimalDigits.check(spec.columns(), diagnostics);
    try {
      create(
          env,
          spec.columns()
              .padded(
                  "CREATE TEMPORARY TABLE " + scratch.asSerializableString() + " (",
                  ") WITH ('connector' = '" + PlanningModule.CONNECTOR + "')"));
      return Optional.of(env.from(scratch.asSerializableString()).getResolvedSchema());
    } catch (Exception e) {
      diagnostics.error(PlannerErrors.inPart(e, spec.columns(), planner.vocabulary(List.of())));
      return Optional.empty();
    } finally {
      env.executeSql("DROP TEMPORARY TABLE IF EXISTS " + scratch.asSerializableString());
    }
  }

  /**
   * Flink's parser throws an exception of its own, which is checked but not declared, for some keys
   * of a table. Its class is out of reach behind the planner's class loader.
   */
  private static void create(StreamTableEnvironment env, String table) throws Exception {
    env.executeSql(table);
  }

  private Optional<ResolvedSource> source(SourceSpec spec, ResolvedSchema schema) {
    checkNames(spec, schema);
    Optional<Literal> connector =
        spec.with().stream()
            .filter(option -> option.key().text().equals("connector"))
            .map(OptionSpec::value)
            .findFirst();
    if (connector.isEmpty()) {
      diagnostics.error(ResolveErrors.noConnector(spec.name().position(), spec.name()));
      return Optional.empty();
    }
    SourceSchema columns = sourceSchema(schema);
    return SourceOptions.owns(connector.get().text())
        ? ours(spec, connector.get().text(), schema, columns)
        : foreign(spec, connector.get(), schema, columns);
  }

  private static SourceSchema sourceSchema(ResolvedSchema schema) {
    List<SourceColumn> columns = new ArrayList<>();
    for (Column column : schema.getColumns()) {
      LogicalType type = Types.withoutTimeAttribute(column.getDataType().getLogicalType());
      if (column instanceof Column.MetadataColumn metadata) {
        columns.add(
            new SourceColumn(
                column.getName(), type, metadata.getMetadataKey().orElse(column.getName())));
      } else if (column.isPhysical()) {
        columns.add(SourceColumn.physical(column.getName(), type));
      }
    }
    return new SourceSchema(
        columns, schema.getPrimaryKey().map(UniqueConstraint::getColumns).orElse(List.of()));
  }

  private void checkNames(SourceSpec spec, ResolvedSchema schema) {
    Map<String, String> names = new HashMap<>();
    for (String column : schema.getColumnNames()) {
      String other = names.putIfAbsent(column.toLowerCase(Locale.ROOT), column);
      if (other != null) {
        diagnostics.error(ResolveErrors.caseOnly(spec.columns().positionOf(column), column, other));
      }
      if (ColumnNames.isHidden(column)) {
        diagnostics.error(
            ResolveErrors.reserved(spec.columns().positionOf(column), "column name " + column));
      }
    }
  }

  private Optional<ResolvedSource> ours(
      SourceSpec spec, String connector, ResolvedSchema schema, SourceSchema columns) {
    for (OptionProblem problem : SourceOptions.check(connector, spec.options(), columns)) {
      diagnostics.error(optionProblem(spec, schema, problem));
    }
    if (!schema.getWatermarkSpecs().isEmpty() && SnapshotFiles.of(spec.options()).isPresent()) {
      diagnostics.error(
          FullSnapshotErrors.watermark(spec.columns().positionOf("WATERMARK"), spec.name()));
    }
    RowType rowType = withOrigin(Planner.rowType(supplied(schema)));
    Schema withOrigin =
        Schema.newBuilder()
            .fromResolvedSchema(planned(schema))
            .column(EventOrigin.COLUMN, TypeConversions.fromLogicalToDataType(EventOrigin.TYPE))
            .build();
    ObjectIdentifier hidden = Scope.hidden(spec.name());
    ObjectIdentifier visible = PipelineCatalogs.identifier(spec.name());
    planner.register(hidden, withOrigin);
    String view =
        Sql.view(
            visible,
            "SELECT "
                + Sql.list(schema.getColumnNames())
                + " FROM "
                + hidden.asSerializableString());
    planner.env().executeSql(view);
    scope.add(new Scope.Visible(spec.name(), Planner.rowType(schema), visible, hidden));
    return Optional.of(
        new ResolvedSource(
            spec.name(),
            columns,
            spec.options(),
            new ScanTable(hidden, withOrigin, rowType, true),
            List.of(view)));
  }

  /** The columns that the stream gives. */
  private static ResolvedSchema supplied(ResolvedSchema schema) {
    return new ResolvedSchema(
        planned(schema).getColumns().stream().filter(Column::isPhysical).toList(), List.of(), null);
  }

  /**
   * The table as the planner is told of it: metadata columns come with the stream; a deleted row
   * may lack what is NOT NULL; and a key that is changed many times is in many rows of the stream,
   * so that PRIMARY KEY must not be relied on.
   */
  private static ResolvedSchema planned(ResolvedSchema schema) {
    return new ResolvedSchema(
        schema.getColumns().stream()
            .map(
                column ->
                    column instanceof Column.ComputedColumn
                        ? column
                        : Column.physical(column.getName(), column.getDataType().nullable()))
            .toList(),
        schema.getWatermarkSpecs(),
        null);
  }

  static RowType withOrigin(RowType columns) {
    List<RowType.RowField> fields = new ArrayList<>(columns.getFields());
    fields.add(new RowType.RowField(EventOrigin.COLUMN, EventOrigin.TYPE));
    return new RowType(false, fields);
  }

  /** Of the innermost cause that names an option, since those within tell of its value only. */
  private static String foreignMessage(SourceSpec spec, Throwable error) {
    String last = "";
    String naming = null;
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      last = String.valueOf(cause.getMessage());
      String message = last.lines().findFirst().orElse("");
      if (spec.options().keySet().stream().anyMatch(key -> message.contains("'" + key + "'"))) {
        naming = last;
      }
    }
    // What follows in Flink's texts is a list of all options.
    return (naming == null ? last : naming)
        .replaceFirst("(?s)\\s*Supported options:.*", "")
        .replaceAll("\\s*\n\\s*", " ");
  }

  /** At the option or column that the problem names, else at the source's name. */
  private static Problem optionProblem(
      SourceSpec spec, ResolvedSchema schema, OptionProblem found) {
    String problem = found.text();
    String message =
        Character.toUpperCase(problem.charAt(0))
            + problem.substring(1)
            + (problem.endsWith(".") || problem.endsWith("?") ? "" : ".");
    for (String column : schema.getColumnNames()) {
      if (problem.startsWith("column '" + column + "'")) {
        return new Problem(found.rule(), spec.columns().positionOf(column), message);
      }
    }
    Optional<OptionSpec> named =
        spec.with().stream()
            .filter(option -> problem.contains("'" + option.key().text() + "'"))
            .min(Comparator.comparing(option -> problem.indexOf("'" + option.key().text() + "'")));
    if (named.isPresent()) {
      return new Problem(found.rule(), named.get().key().position(), message);
    }
    for (String column : schema.getColumnNames()) {
      if (problem.contains("'" + column + "'")) {
        return new Problem(found.rule(), spec.columns().positionOf(column), message);
      }
    }
    return new Problem(found.rule(), spec.name().position(), message);
  }

  /** Flink's own connectors: the table is Flink's, as written. */
  private Optional<ResolvedSource> foreign(
      SourceSpec spec, Literal connector, ResolvedSchema schema, SourceSchema columns) {
    ObjectIdentifier visible = PipelineCatalogs.identifier(spec.name());
    String options =
        spec.options().entrySet().stream()
            .map(option -> Sql.string(option.getKey()) + " = " + Sql.string(option.getValue()))
            .collect(Collectors.joining(", "));
    String table =
        "CREATE TEMPORARY TABLE "
            + visible.asSerializableString()
            + " ("
            + spec.columns().text()
            + "\n) WITH ("
            + options
            + ")";
    try {
      planner.env().executeSql(table);
      planner.plan("SELECT * FROM " + visible.asSerializableString(), Namespace.NONE);
    } catch (RuntimeException e) {
      diagnostics.error(foreignProblem(spec, connector, schema, e));
      return Optional.empty();
    }
    scope.add(new Scope.Visible(spec.name(), Planner.rowType(schema), visible, null));
    return Optional.of(
        new ResolvedSource(spec.name(), columns, spec.options(), null, List.of(table)));
  }

  private static Problem foreignProblem(
      SourceSpec spec, Literal connector, ResolvedSchema schema, Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (String.valueOf(cause.getMessage()).contains("Could not find any factory")) {
        return ResolveErrors.unknownConnector(connector);
      }
    }
    return optionProblem(
        spec, schema, new OptionProblem(Rule.REFUSED_BY_CONNECTOR, foreignMessage(spec, error)));
  }
}
