/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.delta.TableException;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.job.resolve.ReadTarget;
import dev.deltacdc.job.resolve.ResolvedFlow;
import dev.deltacdc.job.resolve.ResolvedHistory;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.resolve.ResolvedSnapshot;
import dev.deltacdc.job.resolve.ResolvedTarget;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Columns that an earlier job wrote and this one doesn't (semantics: "Dropped: stays, NULL on new
 * rows"). State has their values, too: where a history ends a row, a late event corrects a day, or
 * a NULL keeps what is known, rows are written anew with values of events from before. So they are
 * columns of the job, which no query gives. Append tables need none of it: their rows are written
 * once.
 */
final class KeptColumns {
  private static final Logger LOG = LoggerFactory.getLogger(KeptColumns.class);

  private KeptColumns() {}

  /**
   * The pipeline with the columns that its tables have.
   *
   * @param refreshed by target, whether all rows are replaced, and the columns with them
   */
  static ResolvedPipeline in(
      ResolvedPipeline pipeline, Lake lake, Predicate<ResolvedTarget> refreshed) {
    ResolvedPipeline result = pipeline;
    for (ResolvedTarget target : pipeline.targets()) {
      if (target.upsert() && !refreshed.test(target)) {
        List<RowType.RowField> columns = columns(target, lake);
        if (!columns.isEmpty()) {
          LOG.info(
              "The flows of table {} don't write its columns {} any more: they stay, and are NULL"
                  + " in new rows.",
              target.name(),
              columns.stream().map(RowType.RowField::getName).toList());
          result = with(result, target, columns);
        }
      }
    }
    return result;
  }

  /**
   * A table's rows as queries read them: without the columns that flows don't write any more.
   *
   * @param uid prefix of the operator's uid
   */
  static DataStream<RowData> leftOut(DataStream<RowData> rows, ReadTarget reader, String uid) {
    RowType there = CheckedRows.rowType(rows);
    RowType read = reader.scan().rowType();
    if (there.getFieldCount() == read.getFieldCount()) {
      return rows;
    }
    int[] columns = read.getFieldNames().stream().mapToInt(there::getFieldIndex).toArray();
    String way = reader.isChanges() ? "changes" : "rows";
    return Streams.columns(
        rows, columns, read, uid + ": columns of " + way, uid + "/" + way + "/columns");
  }

  private static ResolvedPipeline with(
      ResolvedPipeline pipeline, ResolvedTarget target, List<RowType.RowField> columns) {
    int from = target.rowType().getFieldCount();
    int to = from + columns.size();
    List<ResolvedTarget> targets =
        pipeline.targets().stream()
            .map(other -> other.name().equals(target.name()) ? other.withKept(columns) : other)
            .toList();
    List<ResolvedFlow> flows = new ArrayList<>();
    for (ResolvedFlow flow : pipeline.flows()) {
      boolean into = flow.target().equals(target.name());
      flows.add(into && flow instanceof ResolvedFlow.Cdc cdc ? cdc.withKept(from, to) : flow);
    }
    List<ResolvedSnapshot> snapshots =
        pipeline.snapshots().stream()
            .map(
                snapshot ->
                    snapshot.source().equals(target.name())
                        ? snapshot.withKept(from, columns)
                        : snapshot)
            .toList();
    return new ResolvedPipeline(
        pipeline.settings(),
        pipeline.namespaces(),
        pipeline.relations(),
        targets,
        flows,
        snapshots);
  }

  /** A table of another tool has none, and one that cannot be read is told by the start's check. */
  private static List<RowType.RowField> columns(ResolvedTarget target, Lake lake) {
    Optional<TableSnapshot> table;
    try {
      table = lake.store(target.name()).find();
    } catch (TableException e) {
      LOG.debug("Columns of {} are unknown", target.name(), e);
      return List.of();
    }
    Set<String> known = new HashSet<>();
    target.tableType().getFieldNames().forEach(name -> known.add(name.toLowerCase(Locale.ROOT)));
    known.add(ResolvedHistory.START_AT.toLowerCase(Locale.ROOT));
    known.add(ResolvedHistory.END_AT.toLowerCase(Locale.ROOT));
    return table
        .filter(there -> there.properties().containsKey(DeltaTable.KEYS))
        .map(
            there ->
                there.rowType().getFields().stream()
                    .filter(field -> !known.contains(field.getName().toLowerCase(Locale.ROOT)))
                    .filter(field -> field.getType().isNullable())
                    .filter(field -> !there.partitionColumns().contains(field.getName()))
                    .toList())
        .orElse(List.of());
  }
}
