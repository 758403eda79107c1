/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.snapshot.DailySnapshot;
import dev.deltacdc.functions.snapshot.DailySnapshotOptions;
import dev.deltacdc.job.resolve.ResolvedSnapshot;
import dev.deltacdc.job.resolve.ResolvedTarget;
import dev.deltacdc.job.resolve.Settings;
import dev.deltacdc.sink.DeltaSink;
import dev.deltacdc.sink.DeltaSinkOptions;
import java.time.LocalDate;
import java.util.NavigableSet;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.data.RowData;

/** A table of daily snapshots, from the accepted events of the table that it is of. */
final class SnapshotTable {

  private final Settings settings;
  private final ResolvedTarget target;
  private final ResolvedSnapshot snapshot;
  private final Lake lake;
  private final DeltaSinkOptions sinkOptions;
  private final Recording recording;
  private final boolean triggered;

  SnapshotTable(
      Settings settings,
      ResolvedTarget target,
      ResolvedSnapshot snapshot,
      Lake lake,
      DeltaSinkOptions sinkOptions,
      Recording recording,
      boolean triggered) {
    this.settings = settings;
    this.target = target;
    this.snapshot = snapshot;
    this.lake = lake;
    this.sinkOptions = sinkOptions;
    this.recording = recording;
    this.triggered = triggered;
  }

  /**
   * @param refresh whether the table is filled anew
   */
  void sink(DataStream<ChangeEvent> accepted, boolean refresh, String uid) {
    String name = snapshot.name().toString();
    DataStream<RowData> rows =
        DailySnapshot.apply(accepted, options(EventTimes.isBounded(accepted), refresh), name, uid);
    DeltaSink sink =
        recording
            .of(
                DeltaSink.upsert(
                    OutputTable.of(snapshot, target, lake).table(),
                    OutputTable.snapshotKeys(target)))
            .name(name)
            .uid(uid + "/sink")
            .hadoop(lake.hadoop())
            .refresh(refresh)
            .options(sinkOptions)
            .dayWindow(DailySnapshotOptions.SNAPSHOT_DATE, openDays());
    if (snapshot.retainDays() != null) {
      sink.retain(DailySnapshotOptions.SNAPSHOT_DATE, snapshot.retainDays());
    }
    sink.sinkTo(rows);
  }

  /** A late event changes its day and, with ROWS CHANGED, the next; no day that is removed. */
  private int openDays() {
    int days = snapshot.lateDays() + 1;
    return snapshot.retainDays() == null ? days : Math.min(days, snapshot.retainDays());
  }

  /** Wall clock closes days and shows the open one only in a job that runs on. */
  private DailySnapshotOptions options(boolean bounded, boolean refresh) {
    DailySnapshotOptions.Builder options =
        DailySnapshotOptions.builder(
                target.rowType(), target.keys(), snapshot.eventTime(), snapshot.zone())
            .startDay(snapshot.startDay())
            .lateDays(snapshot.lateDays())
            .retainDays(snapshot.retainDays());
    if (triggered) {
      options.endsWhenIdle();
    } else if (!bounded) {
      options.quietDelay(settings.snapshotQuietDelay()).refresh(settings.snapshotRefresh());
    }
    if (target.history() != null) {
      options.ofHistory();
    }
    if (snapshot.changedOnly()) {
      options.rowsChanged(snapshot.changedOn());
    }
    NavigableSet<LocalDate> days = ExistingDays.of(lake.store(snapshot.name()));
    if (!days.isEmpty() && !refresh) {
      options.existingDays(days.first(), days.last());
    }
    return options.build();
  }
}
