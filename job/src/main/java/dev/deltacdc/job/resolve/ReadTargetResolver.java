/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.functions.changes.ChangeFeed;
import dev.deltacdc.functions.changes.ChangeFeedOptions;
import dev.deltacdc.job.pipeline.TableName;
import java.util.List;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Makes a target known to the queries that read it. */
final class ReadTargetResolver {

  private final Scope scope;
  private final Planner planner;

  ReadTargetResolver(Scope scope, Planner planner) {
    this.scope = scope;
    this.planner = planner;
  }

  /**
   * Makes it known, or tells queries why it cannot be.
   *
   * @param flows those that fill it
   */
  Optional<ReadTarget> resolve(
      ResolvedTarget target, List<TargetFlow> flows, List<ResolvedFlow> resolved) {
    if (!target.upsert()) {
      return Optional.of(append(target, resolved));
    }
    for (String column : target.rowType().getFieldNames()) {
      if (column.equalsIgnoreCase(ChangeFeed.TYPE)
          || column.equalsIgnoreCase(ChangeFeed.SEQUENCE)) {
        planner.diagnostics().error(DownstreamErrors.takenColumn(target.name(), column));
        scope.fail(target.name());
        return Optional.empty();
      }
    }
    if (target.history() != null) {
      scope.addHistory(target.name());
      return Optional.empty();
    }
    scope.addChanged(target.name());
    return Optional.of(changes(target, SequenceType.of(cdc(flows))));
  }

  private static List<CdcFlow> cdc(List<TargetFlow> flows) {
    return flows.stream().map(CdcFlow.class::cast).toList();
  }

  /** The rows of a target, with their origin if all its flows tell it. */
  private ReadTarget append(ResolvedTarget target, List<ResolvedFlow> flows) {
    boolean origin =
        flows.stream()
            .allMatch(flow -> flow instanceof ResolvedFlow.Append append && append.hasOrigin());
    RowType columns = target.rowType();
    RowType rowType = origin ? SourceResolver.withOrigin(columns) : columns;
    return read(target.name(), columns, rowType, null);
  }

  private ReadTarget changes(ResolvedTarget target, LogicalType sequence) {
    RowType columns = ChangeFeedOptions.outputType(target.rowType(), sequence);
    return read(target.name(), columns, columns, sequence);
  }

  private ReadTarget read(
      TableName name, RowType columns, RowType rowType, @Nullable LogicalType sequence) {
    boolean origin = rowType.getFieldCount() > columns.getFieldCount();
    Schema schema = ViewResolver.schema(rowType);
    ObjectIdentifier hidden = Scope.hidden(name);
    ObjectIdentifier visible = PipelineCatalogs.identifier(name);
    planner.register(hidden, schema);
    String view =
        Sql.view(
            visible,
            "SELECT "
                + Sql.list(columns.getFieldNames())
                + " FROM "
                + hidden.asSerializableString());
    planner.env().executeSql(view);
    scope.add(new Scope.Visible(name, columns, visible, origin ? hidden : null));
    return new ReadTarget(
        name, new ScanTable(hidden, schema, rowType, origin), sequence, List.of(view));
  }
}
