/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.functions.changes.ChangeFeed;
import dev.deltacdc.functions.snapshot.DailySnapshotOptions;
import dev.deltacdc.job.pipeline.CdcFlowSpec;
import dev.deltacdc.job.pipeline.Diagnostics;
import dev.deltacdc.job.pipeline.Identifier;
import dev.deltacdc.job.pipeline.Literal;
import dev.deltacdc.job.pipeline.Pipeline;
import dev.deltacdc.job.pipeline.SnapshotSpec;
import dev.deltacdc.job.pipeline.TableName;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;

/** CREATE SNAPSHOT TABLE. */
final class SnapshotResolver {

  private static final int DEFAULT_LATE_DAYS = 3;

  private final Pipeline pipeline;
  private final Settings settings;
  private final Scope scope;
  private final Diagnostics diagnostics;
  private final Map<TableName, ResolvedTarget> targets = new HashMap<>();
  private final Map<TableName, String> eventTimes = new HashMap<>();

  SnapshotResolver(
      Pipeline pipeline,
      Settings settings,
      Scope scope,
      List<ResolvedTarget> resolved,
      Diagnostics diagnostics) {
    this.pipeline = pipeline;
    this.settings = settings;
    this.scope = scope;
    this.diagnostics = diagnostics;
    resolved.forEach(target -> targets.put(target.name(), target));
  }

  Optional<ResolvedSnapshot> resolve(SnapshotSpec spec) {
    long before = diagnostics.errors();
    ZoneId zone = zone(spec.zone());
    LocalDate startDay = day(spec.startDay());
    Integer late = days(spec.lateDays(), "LATE EVENTS", 0);
    Integer retain = days(spec.retainDays(), "RETAIN", 1);
    int lateDays = late == null ? DEFAULT_LATE_DAYS : late;
    if (retain != null && lateDays >= retain) {
      Literal at = spec.retainDays();
      diagnostics.error(SnapshotErrors.lateBeyondRetain(at.position(), lateDays, retain));
    }
    ResolvedTarget target = target(spec);
    if (target == null) {
      return Optional.empty();
    }
    checkNulls(spec);
    checkFullSnapshots(spec);
    checkChanges(spec);
    int eventTime = eventTime(spec, target);
    List<Integer> changedOn = changedOn(spec, target, eventTime);
    checkAdded(spec, target);
    return diagnostics.errors() > before
        ? Optional.empty()
        : Optional.of(
            new ResolvedSnapshot(
                spec.name(),
                target.name(),
                rowType(spec, target),
                eventTime,
                zone,
                startDay,
                spec.changedOnly(),
                changedOn,
                !spec.changedOn().isEmpty(),
                lateDays,
                retain,
                spec.comment()));
  }

  private @Nullable ResolvedTarget target(SnapshotSpec spec) {
    ResolvedTarget target = targets.get(spec.source());
    boolean filled =
        pipeline.cdcFlows().stream().anyMatch(flow -> flow.target().equals(spec.source()));
    boolean upsert =
        filled && pipeline.tables().stream().anyMatch(table -> table.name().equals(spec.source()));
    // A target that is filled but not declared is reported at its flow.
    if (!filled && pipeline.complete()) {
      diagnostics.error(
          SnapshotErrors.snapshotSource(
              spec.source(),
              pipeline.cdcFlows().stream()
                  .map(flow -> flow.target().toString())
                  .distinct()
                  .toList()));
    }
    return upsert ? target : null;
  }

  private void checkNulls(SnapshotSpec spec) {
    pipeline.cdcFlows().stream()
        .filter(flow -> flow.target().equals(spec.source()))
        .filter(flow -> flow.ignoreNullUpdates() != null)
        .findFirst()
        .ifPresent(
            flow ->
                diagnostics.error(
                    SnapshotErrors.snapshotIgnoresNulls(spec.source(), flow.name().text())));
  }

  private void checkFullSnapshots(SnapshotSpec spec) {
    pipeline.cdcFlows().stream()
        .filter(flow -> flow.target().equals(spec.source()) && flow.snapshots())
        .findFirst()
        .ifPresent(
            flow -> diagnostics.error(FullSnapshotErrors.daily(spec.source(), flow.name().text())));
  }

  /** The columns of a delete among changes are those before it, so they don't tell its day. */
  private void checkChanges(SnapshotSpec spec) {
    if (spec.eventTime().matches(ChangeFeed.SEQUENCE)) {
      return;
    }
    pipeline.cdcFlows().stream()
        .filter(flow -> flow.target().equals(spec.source()) && scope.isChanged(flow.source()))
        .findFirst()
        .ifPresent(
            flow ->
                diagnostics.error(DownstreamErrors.oldEventTime(spec.eventTime(), flow.source())));
  }

  private ZoneId zone(@Nullable Literal zone) {
    if (zone == null) {
      return settings.timeZone();
    }
    try {
      return ZoneId.of(zone.text());
    } catch (DateTimeException e) {
      diagnostics.error(SnapshotErrors.badZone(zone, ZoneId.getAvailableZoneIds()));
      return settings.timeZone();
    }
  }

  private @Nullable LocalDate day(@Nullable Literal day) {
    try {
      LocalDate date = day == null ? null : LocalDate.parse(day.text());
      if (date == null || (date.getYear() >= 1 && date.getYear() <= 9999)) {
        return date;
      }
    } catch (DateTimeException e) {
      // reported below
    }
    diagnostics.error(SnapshotErrors.badDay(day));
    return null;
  }

  private @Nullable Integer days(@Nullable Literal number, String clause, int least) {
    if (number == null) {
      return null;
    }
    try {
      int days = Integer.parseInt(number.text());
      if (days >= least && days <= SettingOptions.MOST_DAYS) {
        return days;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    diagnostics.error(SnapshotErrors.badDays(number, clause, least));
    return null;
  }

  private int eventTime(SnapshotSpec spec, ResolvedTarget target) {
    List<String> names = target.rowType().getFieldNames();
    int index = ColumnNames.index(names, spec.eventTime());
    if (index < 0) {
      diagnostics.error(
          ResolveErrors.unknownColumn(
              spec.eventTime(), "EVENT TIME", "table " + target.name(), names));
      return index;
    }
    LogicalType type = target.rowType().getTypeAt(index);
    if (!type.is(LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE)
        && !type.is(LogicalTypeRoot.TIMESTAMP_WITHOUT_TIME_ZONE)) {
      diagnostics.error(SnapshotErrors.notATime(spec.eventTime(), type));
    }
    String first = eventTimes.putIfAbsent(target.name(), names.get(index));
    if (first != null && !first.equals(names.get(index))) {
      diagnostics.error(SnapshotErrors.otherEventTime(spec.eventTime(), first));
    }
    return index;
  }

  private List<Integer> changedOn(SnapshotSpec spec, ResolvedTarget target, int eventTime) {
    List<String> names = target.rowType().getFieldNames();
    if (!spec.changedOnly()) {
      return List.of();
    }
    if (spec.changedOn().isEmpty()) {
      List<Integer> sequence =
          IntStream.range(0, names.size())
              .filter(i -> isSequence(target, names.get(i)))
              .boxed()
              .toList();
      return DailySnapshotOptions.comparedByDefault(
          target.rowType(), target.keys(), eventTime, sequence);
    }
    List<Integer> indexes = new ArrayList<>();
    for (Identifier column : spec.changedOn()) {
      int index = ColumnNames.index(names, column);
      if (index < 0) {
        diagnostics.error(
            ResolveErrors.unknownColumn(
                column, "ROWS CHANGED ON", "table " + target.name(), names));
      }
      indexes.add(index);
    }
    return indexes;
  }

  /** Whether a flow orders by just this column. */
  private boolean isSequence(ResolvedTarget target, String column) {
    return pipeline.cdcFlows().stream()
        .filter(flow -> flow.target().equals(target.name()))
        .map(CdcFlowSpec::sequence)
        .flatMap(List::stream)
        .anyMatch(field -> Sql.isColumn(field, column));
  }

  private void checkAdded(SnapshotSpec spec, ResolvedTarget target) {
    for (RowType.RowField field : added(spec)) {
      if (ColumnNames.index(target.rowType().getFieldNames(), field.getName()) >= 0) {
        diagnostics.error(SnapshotErrors.snapshotColumn(spec.name().position(), field.getName()));
      }
    }
  }

  private static RowType rowType(SnapshotSpec spec, ResolvedTarget target) {
    List<RowType.RowField> fields = new ArrayList<>(target.rowType().getFields());
    fields.addAll(added(spec));
    return new RowType(false, fields);
  }

  private static List<RowType.RowField> added(SnapshotSpec spec) {
    RowType.RowField date =
        new RowType.RowField(DailySnapshotOptions.SNAPSHOT_DATE, new DateType());
    return spec.changedOnly()
        ? List.of(date, new RowType.RowField(DailySnapshotOptions.DELETED, new BooleanType()))
        : List.of(date);
  }
}
