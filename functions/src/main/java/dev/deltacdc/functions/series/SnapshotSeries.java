/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.series;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.ChangeEventTypeInfo;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.RowKeySelector;
import dev.deltacdc.functions.order.ExistingRows;
import javax.annotation.Nullable;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;

/** Lays the operator of a series of snapshots behind what reads their rows. */
public final class SnapshotSeries {
  private SnapshotSeries() {}

  /**
   * Adds a series.
   *
   * <p>The barriers of a checkpoint never overtake rows here. So when one subtask has applied a
   * version before a barrier, all have its rows before that barrier, and have found its duplicates:
   * a version that is refused is in no checkpoint, and in no commit.
   *
   * @param rows of the snapshots: upserts with the version as sequence, and behind each snapshot's
   *     last row a watermark, its version
   * @param present the keys of the rows that the target has, the first fields; null where they
   *     don't matter
   * @param begins the versions with which rows of the target's history begin; null if it has none
   * @param uid prefix of the operator's uid
   */
  public static DataStream<ChangeEvent> apply(
      DataStream<ChangeEvent> rows,
      SnapshotSeriesOptions options,
      @Nullable ExistingRows present,
      @Nullable ExistingRows begins,
      String uid) {
    KeyedStream<ChangeEvent, RowKey> keyed =
        rows.keyBy(RowKeySelector.of(options.rowType(), options.keys()).forEvents());
    ((PartitionTransformation<ChangeEvent>) keyed.getTransformation())
        .getPartitioner()
        .disableUnalignedCheckpoints();
    return keyed
        .transform(
            uid + ": compare snapshots",
            ChangeEventTypeInfo.of(options.rowType()),
            new SnapshotSeriesOperator(options, present, begins))
        .uid(uid + "/series");
  }
}
