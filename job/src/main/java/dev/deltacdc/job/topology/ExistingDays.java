/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.delta.PartitionValues;
import dev.deltacdc.delta.TableStore;
import dev.deltacdc.functions.snapshot.DailySnapshotOptions;
import java.time.LocalDate;
import java.util.NavigableSet;
import java.util.TreeSet;

/** The days that a snapshot table has rows of. */
final class ExistingDays {

  private ExistingDays() {}

  static NavigableSet<LocalDate> of(TableStore store) {
    NavigableSet<LocalDate> days = new TreeSet<>();
    store
        .find()
        .ifPresent(
            table ->
                table.forEachLiveFile(
                    file -> {
                      if (file.liveRows() != 0) {
                        PartitionValues.epochDay(
                                file.file().partitionValues(), DailySnapshotOptions.SNAPSHOT_DATE)
                            .ifPresent(day -> days.add(LocalDate.ofEpochDay(day)));
                      }
                    }));
    return days;
  }
}
