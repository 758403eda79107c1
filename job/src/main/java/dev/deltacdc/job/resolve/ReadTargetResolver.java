/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.functions.changes.ChangeFeed;
import dev.deltacdc.functions.changes.ChangeFeedOptions;
import dev.deltacdc.functions.event.EventOrigin;
import dev.deltacdc.job.pipeline.TableName;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
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

  /** How queries of the file name a target. */
  record Ways(boolean asStream, boolean asRows) {

    boolean both() {
      return asStream && asRows;
    }
  }

  /**
   * Makes it known, and tells queries how it cannot be read.
   *
   * @param flows those that fill it
   */
  List<ReadTarget> resolve(
      ResolvedTarget target, List<TargetFlow> flows, List<ResolvedFlow> resolved, Ways ways) {
    if (target.isMaterializedView()) {
      scope.addMaterialized(target.name());
    }
    if (!target.isKeyed()) {
      return List.of(added(target, resolved));
    }
    if (resolved.get(0) instanceof ResolvedFlow.View view) {
      return List.of(rows(target, view));
    }
    if (target.history() != null) {
      scope.addHistory(target.name());
      return List.of(rows(target, ways));
    }
    List<ReadTarget> targets = new ArrayList<>();
    if (ways.asStream()) {
      if (!hasFreeNames(target)) {
        scope.fail(target.name());
        return List.of();
      }
      scope.addChanged(target.name());
      targets.add(changes(target, SequenceType.of(cdc(flows))));
    }
    if (ways.asRows()) {
      targets.add(rows(target, ways));
    }
    return targets;
  }

  private boolean hasFreeNames(ResolvedTarget target) {
    for (String column : target.rowType().getFieldNames()) {
      if (column.equalsIgnoreCase(ChangeFeed.TYPE)
          || column.equalsIgnoreCase(ChangeFeed.SEQUENCE)) {
        planner.diagnostics().error(DownstreamErrors.takenColumn(target.name(), column));
        return false;
      }
    }
    return true;
  }

  private static List<CdcFlow> cdc(List<TargetFlow> flows) {
    return flows.stream().map(CdcFlow.class::cast).toList();
  }

  /** The rows of a target, with their origin if all its flows tell it. */
  private ReadTarget added(ResolvedTarget target, List<ResolvedFlow> flows) {
    boolean origin =
        flows.stream()
            .allMatch(flow -> flow instanceof ResolvedFlow.Append append && append.hasOrigin());
    RowType columns = target.rowType();
    RowType rowType = origin ? SourceResolver.withOrigin(columns) : columns;
    ObjectIdentifier hidden = Scope.hidden(target.name());
    ScanTable scan = new ScanTable(hidden, ViewResolver.schema(rowType), rowType, origin);
    return read(target.name(), columns, scan, null, PipelineCatalogs.identifier(target.name()));
  }

  private ReadTarget changes(ResolvedTarget target, LogicalType sequence) {
    RowType columns = ChangeFeedOptions.outputType(target.rowType(), sequence);
    ScanTable scan =
        new ScanTable(Scope.hidden(target.name()), ViewResolver.schema(columns), columns, false);
    return read(target.name(), columns, scan, sequence, PipelineCatalogs.identifier(target.name()));
  }

  /** The rows of a table of AUTO CDC, by its key, no part of which is NULL. */
  private ReadTarget rows(ResolvedTarget target, Ways ways) {
    List<Integer> key = new ArrayList<>(target.keys());
    if (target.history() != null) {
      key.add(target.rowType().getFieldCount());
    }
    RowType columns = target.tableType();
    ScanTable scan =
        new ScanTable(
            hiddenRows(target.name()),
            KeyedSchema.of(columns, key),
            columns,
            false,
            Changelog.RETRACT);
    boolean besideChanges = ways.both() && target.history() == null;
    ObjectIdentifier visible =
        besideChanges
            ? PipelineCatalogs.rowsIdentifier(target.name())
            : PipelineCatalogs.identifier(target.name());
    if (besideChanges) {
      scope.addRows(target.name(), visible);
    }
    return read(target.name(), columns, scan, null, visible);
  }

  /** The rows of a view by its key, of which Flink makes use if no part of it is NULL. */
  private ReadTarget rows(ResolvedTarget target, ResolvedFlow.View view) {
    RowType columns = target.rowType();
    ObjectIdentifier hidden = hiddenRows(target.name());
    ScanTable scan =
        view.materialize()
            ? new ScanTable(
                hidden,
                KeyedSchema.ofKeyColumn(columns),
                KeyedSchema.withKeyColumn(columns),
                false,
                Changelog.UPSERT)
            : new ScanTable(
                hidden,
                KeyedSchema.of(columns, view.notNull() ? target.keys() : List.of()),
                columns,
                false,
                Changelog.RETRACT);
    return read(target.name(), columns, scan, null, PipelineCatalogs.identifier(target.name()));
  }

  private static ObjectIdentifier hiddenRows(TableName name) {
    ObjectIdentifier rows = PipelineCatalogs.rowsIdentifier(name);
    return ObjectIdentifier.of(
        rows.getCatalogName(),
        PipelineCatalogs.identifier(name).getDatabaseName(),
        EventOrigin.HIDDEN_PREFIX + "rows_" + rows.getObjectName());
  }

  private ReadTarget read(
      TableName name,
      RowType columns,
      ScanTable scan,
      @Nullable LogicalType sequence,
      ObjectIdentifier visible) {
    planner.register(scan.table(), scan.schema(), scan.changelog());
    String view =
        Sql.view(
            visible,
            "SELECT "
                + Sql.list(columns.getFieldNames())
                + " FROM "
                + scan.table().asSerializableString());
    planner.env().executeSql(view);
    // A table that is read both ways goes by its changes, which have the columns of its rows too.
    if (scope.find(name).isEmpty()) {
      scope.add(new Scope.Visible(name, columns, visible, scan.hasOrigin() ? scan.table() : null));
    }
    return new ReadTarget(name, scan, sequence, List.of(view));
  }
}
