/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import dev.deltacdc.functions.event.ChangeEvent;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.data.RowData;

/**
 * Lays the operators of a daily snapshot behind those of its target.
 *
 * <p>The output is an upsert stream keyed by the target's keys and {@code snapshot_date}: the rows
 * of closed and written days as UPDATE_AFTER, removed ones as DELETE (with all columns). Its
 * watermarks say which days are closed: the watermark {@code (D + 1) * 86_400_000 - 1} follows the
 * last row of day D, the day taken as if it were in UTC.
 */
public final class DailySnapshot {
  private DailySnapshot() {}

  /**
   * Adds a daily snapshot.
   *
   * @param accepted every accepted event of the target, stale ones marked, as the order operator
   *     emits them: partitioned by {@link dev.deltacdc.functions.event.RowKeySelector} of the
   *     target's keys. Its watermarks are instants (see {@link DayRule#epochMillis})
   * @param options the clauses of CREATE SNAPSHOT TABLE
   * @param name the snapshot's name, in operator names and counters
   * @param uid prefix of the operators' uids
   * @return rows of {@link DailySnapshotOptions#outputType}
   */
  public static DataStream<RowData> apply(
      DataStream<ChangeEvent> accepted, DailySnapshotOptions options, String name, String uid) {
    throw new UnsupportedOperationException("the operators follow");
  }
}
