/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.functions.event.EventOrigin;
import dev.deltacdc.job.pipeline.CdcFlowSpec;
import dev.deltacdc.job.pipeline.Position;
import dev.deltacdc.job.pipeline.SqlText;
import dev.deltacdc.job.source.SnapshotFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * An AUTO CDC flow without an error of its own; its target is not looked at yet.
 *
 * @param output the columns that it writes
 * @param keys names of key columns, as the source spells them
 * @param tracked names of the columns whose history is kept, empty for SCD type 1
 * @param ignoreNulls names of the columns in which a NULL keeps the value known
 * @param snapshots FROM SNAPSHOT: what the source's files are
 */
record CdcFlow(
    CdcFlowSpec spec,
    Scope.Visible source,
    RowType output,
    List<String> keys,
    List<LogicalType> sequenceTypes,
    List<String> tracked,
    List<String> ignoreNulls,
    @Nullable SnapshotFiles snapshots)
    implements TargetFlow {

  private static final String SEQUENCE = EventOrigin.HIDDEN_PREFIX + "sequence_";
  private static final String DELETE = EventOrigin.HIDDEN_PREFIX + "delete";
  private static final String TRUNCATE = EventOrigin.HIDDEN_PREFIX + "truncate";

  @Override
  public String name() {
    return spec.name().text();
  }

  @Override
  public Position position() {
    return spec.name().position();
  }

  /** The clause that a column of the query comes from, if it is not one of the target's. */
  static Optional<String> clause(String column) {
    if (column.startsWith(SEQUENCE)) {
      return Optional.of("SEQUENCE BY");
    }
    return switch (column) {
      case DELETE -> Optional.of("APPLY AS DELETE WHEN");
      case TRUNCATE -> Optional.of("APPLY AS TRUNCATE WHEN");
      default -> Optional.empty();
    };
  }

  /** SEQUENCE BY, as its types. */
  String sequenceText() {
    return sequenceTypes.stream()
        .map(LogicalType::asSummaryString)
        .collect(
            Collectors.joining(
                ", ",
                sequenceTypes.size() > 1 ? "STRUCT(" : "",
                sequenceTypes.size() > 1 ? ")" : ""));
  }

  /**
   * The target's columns that hold the fields of SEQUENCE BY as they are; empty when one of them is
   * an expression, or a column that the target doesn't have or keeps as another type.
   */
  List<Integer> sequenceColumns(RowType target) {
    List<Integer> columns = new ArrayList<>();
    for (int i = 0; i < sequenceTypes.size(); i++) {
      SqlText field = spec.sequence().get(i);
      LogicalType type = sequenceTypes.get(i);
      IntStream.range(0, target.getFieldCount())
          .filter(at -> Sql.isColumn(field, target.getFieldNames().get(at)))
          .filter(at -> Types.fit(type, target.getTypeAt(at)) == Types.Fit.SAME)
          .forEach(columns::add);
    }
    return columns.size() == sequenceTypes.size() ? columns : List.of();
  }

  /** The names in SEQUENCE BY and in the conditions of APPLY AS. */
  List<String> decisive() {
    return Stream.concat(
            spec.sequence().stream(), Stream.of(spec.deleteWhen(), spec.truncateWhen()))
        .filter(Objects::nonNull)
        .flatMap(text -> text.names().stream())
        .toList();
  }

  boolean hasDelete() {
    return spec.deleteWhen() != null;
  }

  boolean hasTruncate() {
    return spec.truncateWhen() != null;
  }

  boolean hasOrigin() {
    return source.withOrigin() != null;
  }

  /**
   * The query in the order of {@code EventLayout}. The inner one evaluates over the source's
   * columns; the target's expectations see the target's columns, and spare deletes and truncates,
   * whose other columns may be NULL.
   *
   * @param casts the target's columns as expressions over the source's
   */
  String sql(List<String> targetColumns, List<String> casts, List<SqlText> expectations) {
    List<String> inner = new ArrayList<>();
    List<String> outer = new ArrayList<>();
    for (int i = 0; i < targetColumns.size(); i++) {
      add(casts.get(i), targetColumns.get(i), inner, outer);
    }
    for (int i = 0; i < spec.sequence().size(); i++) {
      add("(" + spec.sequence().get(i).text() + "\n)", SEQUENCE + i, inner, outer);
    }
    StringBuilder spared = new StringBuilder();
    if (spec.deleteWhen() != null) {
      add("((" + spec.deleteWhen().text() + "\n)) IS TRUE", DELETE, inner, outer);
      spared.append(Sql.quoted(DELETE)).append(" OR ");
    }
    if (spec.truncateWhen() != null) {
      add("((" + spec.truncateWhen().text() + "\n)) IS TRUE", TRUNCATE, inner, outer);
      spared.append(Sql.quoted(TRUNCATE)).append(" OR ");
    }
    for (SqlText condition : expectations) {
      outer.add(spared + "((" + condition.text() + "\n)) IS TRUE");
    }
    if (hasOrigin()) {
      add(Sql.quoted(EventOrigin.COLUMN), EventOrigin.COLUMN, inner, outer);
    }
    return "SELECT "
        + String.join(", ", outer)
        + " FROM (SELECT "
        + String.join(", ", inner)
        + " FROM "
        + source.from()
        + ") AS "
        + Sql.quoted(spec.target().parts().get(spec.target().parts().size() - 1));
  }

  private static void add(String expression, String name, List<String> inner, List<String> outer) {
    inner.add(expression + " AS " + Sql.quoted(name));
    outer.add(Sql.quoted(name));
  }
}
