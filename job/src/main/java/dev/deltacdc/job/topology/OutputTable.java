/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.functions.reject.QuarantineTable;
import dev.deltacdc.functions.snapshot.DailySnapshotOptions;
import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.resolve.ResolvedSnapshot;
import dev.deltacdc.job.resolve.ResolvedTarget;
import dev.deltacdc.job.resolve.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A Delta table that the pipeline writes.
 *
 * @param upsert whether rows are replaced by key; else they are only added
 */
record OutputTable(TableName name, DeltaTable table, boolean upsert) {

  /** Every table of a pipeline: streaming tables, snapshots, quarantine. */
  static List<OutputTable> all(ResolvedPipeline pipeline, Lake lake) {
    List<OutputTable> tables = new ArrayList<>();
    pipeline.targets().forEach(target -> tables.add(of(target, lake)));
    for (ResolvedTarget target : pipeline.targets()) {
      pipeline
          .snapshotsOf(target.name())
          .forEach(snapshot -> tables.add(of(snapshot, target, lake)));
    }
    tables.add(quarantine(pipeline.settings(), lake));
    return tables;
  }

  static OutputTable of(ResolvedTarget target, Lake lake) {
    DeltaTable table =
        new DeltaTable(
            lake.path(target.name()),
            target.tableType(),
            target.columnComments(),
            target.partitionColumns(),
            target.clusterColumns(),
            target.properties(),
            target.comment());
    return new OutputTable(target.name(), TableContract.of(target, table), target.isKeyed());
  }

  /** The key of the snapshots of a table: its own and the day. */
  static List<String> snapshotKeys(ResolvedTarget target) {
    List<String> keys = new ArrayList<>(target.keyNames());
    keys.add(DailySnapshotOptions.SNAPSHOT_DATE);
    return List.copyOf(keys);
  }

  static OutputTable of(ResolvedSnapshot snapshot, ResolvedTarget target, Lake lake) {
    return new OutputTable(
        snapshot.name(),
        new DeltaTable(
                lake.path(snapshot.name()),
                snapshot.rowType(),
                Map.of(),
                List.of(DailySnapshotOptions.SNAPSHOT_DATE),
                List.of(),
                widening(target),
                snapshot.comment())
            .withKeys(snapshotKeys(target))
            .withProperty(TableContract.SNAPSHOT, TableContract.of(snapshot, target)),
        true);
  }

  /** The columns of a snapshot become wider with those of its table. */
  private static Map<String, String> widening(ResolvedTarget target) {
    String enabled = target.properties().get(DeltaTable.TYPE_WIDENING);
    return enabled == null ? Map.of() : Map.of(DeltaTable.TYPE_WIDENING, enabled);
  }

  static OutputTable quarantine(Settings settings, Lake lake) {
    TableName name = settings.quarantineTable();
    return new OutputTable(
        name,
        new DeltaTable(
                lake.path(name),
                QuarantineTable.ROW_TYPE,
                Map.of(),
                List.of(),
                List.of(),
                Map.of(),
                "Rejected events of pipeline " + settings.pipelineName())
            .withKeys(QuarantineTable.KEY),
        true);
  }
}
