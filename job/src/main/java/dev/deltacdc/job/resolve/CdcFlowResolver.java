/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.functions.event.EventOrigin;
import dev.deltacdc.functions.event.OrderedBytes;
import dev.deltacdc.job.pipeline.CdcFlowSpec;
import dev.deltacdc.job.pipeline.ColumnSelection;
import dev.deltacdc.job.pipeline.Diagnostics;
import dev.deltacdc.job.pipeline.Identifier;
import dev.deltacdc.job.pipeline.Problem;
import dev.deltacdc.job.pipeline.SourceSpec;
import dev.deltacdc.job.pipeline.SqlText;
import dev.deltacdc.job.source.SnapshotFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;

/** AUTO CDC, up to its target: source, output columns, keys, sequence, conditions. */
final class CdcFlowResolver {

  private final Scope scope;
  private final Planner planner;
  private final Diagnostics diagnostics;

  CdcFlowResolver(Scope scope, Planner planner) {
    this.scope = scope;
    this.planner = planner;
    this.diagnostics = planner.diagnostics();
  }

  /** Empty if an error was found. */
  Optional<CdcFlow> resolve(CdcFlowSpec spec) {
    Optional<Scope.Visible> source = source(spec);
    if (source.isEmpty()) {
      return Optional.empty();
    }
    long before = diagnostics.errors();
    RowType columns = source.get().columns();
    String where = "source " + source.get().name();
    List<Integer> outputs = outputs(spec.columns(), columns, where);
    List<RowType.RowField> fields = outputs.stream().map(columns.getFields()::get).toList();
    RowType output = new RowType(false, fields);
    ColumnNames.check(output.getFieldNames(), column -> spec.name().position(), diagnostics);
    if (outputs.isEmpty()) {
      diagnostics.error(ResolveErrors.noColumns(spec.name().position(), spec.name().text()));
      return Optional.empty();
    }
    List<String> keys = keys(spec, columns, output, where);
    Optional<SnapshotFiles> snapshots = snapshots(spec);
    List<LogicalType> sequence =
        snapshots
            .map(files -> List.of(files.version().type()))
            .orElseGet(() -> sequence(spec, source.get()));
    condition(spec.deleteWhen(), "APPLY AS DELETE WHEN", source.get());
    condition(spec.truncateWhen(), "APPLY AS TRUNCATE WHEN", source.get());
    List<String> tracked =
        spec.scdType() == 1
            ? List.of()
            : notKeys(
                Objects.requireNonNullElse(spec.trackHistory(), ColumnSelection.ALL),
                "TRACK HISTORY ON",
                spec,
                output.getFieldNames());
    List<String> ignoreNulls =
        spec.ignoreNullUpdates() == null
            ? List.of()
            : notKeys(
                spec.ignoreNullUpdates(), "IGNORE NULL UPDATES ON", spec, output.getFieldNames());
    return diagnostics.errors() > before
        ? Optional.empty()
        : Optional.of(
            new CdcFlow(
                snapshots.map(files -> versioned(spec, files)).orElse(spec),
                source.get(),
                output,
                keys,
                sequence,
                tracked,
                ignoreNulls,
                snapshots.orElse(null)));
  }

  private Optional<SnapshotFiles> snapshots(CdcFlowSpec spec) {
    if (!spec.snapshots()) {
      return Optional.empty();
    }
    Optional<SourceSpec> declared = scope.source(spec.source());
    Optional<SnapshotFiles> files = declared.map(SourceSpec::options).flatMap(SnapshotFiles::of);
    if (files.isEmpty()) {
      diagnostics.error(FullSnapshotErrors.notSnapshots(spec.source(), declared.isPresent()));
    }
    return files;
  }

  /** The version is in what each row's origin tells. */
  private static CdcFlowSpec versioned(CdcFlowSpec spec, SnapshotFiles files) {
    String origin = Sql.quoted(EventOrigin.COLUMN) + ".";
    String version =
        files
            .version()
            .sql(
                origin + Sql.quoted(EventOrigin.PARTITION_FIELD),
                origin + Sql.quoted(EventOrigin.TIME_FIELD),
                files.folders());
    return spec.withSequence(new SqlText(version, spec.source().position()));
  }

  private Optional<Scope.Visible> source(CdcFlowSpec spec) {
    Optional<Scope.Visible> source = scope.find(spec.source());
    if (scope.isHistory(spec.source())) {
      diagnostics.error(DownstreamErrors.readsHistory(spec.source()));
    } else if (scope.isSnapshot(spec.source())) {
      diagnostics.error(DownstreamErrors.readsSnapshots(spec.source()));
    } else if (scope.isMaterialized(spec.source())) {
      diagnostics.error(ViewErrors.streamed(spec.source()));
      return Optional.empty();
    } else if (!spec.snapshots() && scope.isReread(spec.source())) {
      diagnostics.error(FullSnapshotErrors.asEvents(spec.source()));
    } else if (scope.isChanged(spec.source())) {
      Optional<Problem> unseen = ChangesCheck.of(spec);
      unseen.ifPresent(diagnostics::error);
      return unseen.isPresent() ? Optional.empty() : source;
    } else if (scope.hasFailed(spec.source())) {
      diagnostics.notice(DownstreamErrors.notChecked(spec.source()));
    } else if (source.isEmpty() && scope.isComplete()) {
      diagnostics.error(ResolveErrors.undeclaredSource(spec.source(), scope.sourceNames()));
    }
    return source;
  }

  /** Indexes of the source's columns that the flow writes. */
  private List<Integer> outputs(ColumnSelection selection, RowType columns, String where) {
    List<Integer> named = new ArrayList<>();
    for (Identifier column : selection.columns()) {
      int index = ColumnNames.index(columns.getFieldNames(), column);
      if (index < 0) {
        diagnostics.error(
            ResolveErrors.unknownColumn(column, "COLUMNS", where, columns.getFieldNames()));
      } else {
        named.add(index);
      }
    }
    if (!selection.except()) {
      return named;
    }
    List<Integer> rest = new ArrayList<>();
    for (int i = 0; i < columns.getFieldCount(); i++) {
      if (!named.contains(i)) {
        rest.add(i);
      }
    }
    return rest;
  }

  private List<String> keys(CdcFlowSpec spec, RowType columns, RowType output, String where) {
    List<String> keys = new ArrayList<>();
    for (Identifier key : spec.keys()) {
      int index = ColumnNames.index(columns.getFieldNames(), key);
      if (index < 0) {
        diagnostics.error(ResolveErrors.unknownColumn(key, "KEYS", where, columns.getFieldNames()));
      } else if (ColumnNames.index(output.getFieldNames(), key) < 0) {
        diagnostics.error(ResolveErrors.keyNotOutput(key, spec.name().text()));
      } else if (!OrderedBytes.isOrderable(columns.getTypeAt(index))) {
        diagnostics.error(ResolveErrors.keyType(key, columns.getTypeAt(index)));
      } else {
        keys.add(columns.getFieldNames().get(index));
      }
    }
    return keys;
  }

  private List<LogicalType> sequence(CdcFlowSpec spec, Scope.Visible source) {
    List<LogicalType> types = new ArrayList<>();
    for (SqlText expression : spec.sequence()) {
      Optional<LogicalType> type =
          planner.expression(expression, source.fromVisible(), source.columns().getFieldNames());
      if (type.isPresent() && !OrderedBytes.isOrderable(type.get())) {
        diagnostics.error(ResolveErrors.sequenceType(expression, type.get()));
      }
      type.ifPresent(types::add);
    }
    return types;
  }

  private void condition(@Nullable SqlText condition, String clause, Scope.Visible source) {
    if (condition != null) {
      planner
          .expression(condition, source.fromVisible(), source.columns().getFieldNames())
          .filter(type -> !type.is(LogicalTypeRoot.BOOLEAN))
          .ifPresent(
              type ->
                  diagnostics.error(
                      ResolveErrors.notBoolean(
                          condition.position(), "The condition of " + clause, type)));
    }
  }

  /** The output columns that a clause selects, which cannot name keys: they never change. */
  private List<String> notKeys(
      ColumnSelection selection, String clause, CdcFlowSpec spec, List<String> outputs) {
    for (Identifier column : selection.columns()) {
      if (ColumnNames.index(outputs, column) < 0) {
        diagnostics.error(
            ResolveErrors.unknownColumn(column, clause, "the flow " + spec.name(), outputs));
      } else if (isIn(spec.keys(), column.text())) {
        diagnostics.error(HistoryErrors.keyNamed(column, clause));
      }
    }
    return outputs.stream()
        .filter(column -> !isIn(spec.keys(), column))
        .filter(column -> isIn(selection.columns(), column) != selection.except())
        .toList();
  }

  private static boolean isIn(List<Identifier> columns, String name) {
    return columns.stream().anyMatch(column -> column.matches(name));
  }
}
