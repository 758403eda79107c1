/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.RowKeySelector;
import dev.deltacdc.functions.event.RowKeyTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamUtils;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.transformations.TwoInputTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;

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
   *     target's keys. Its watermarks are those of {@link DayRule#eventMillis}
   * @param options the clauses of CREATE SNAPSHOT TABLE
   * @param name the snapshot's name, in operator names and counters
   * @param uid prefix of the operators' uids
   * @return rows of {@link DailySnapshotOptions#outputType}
   */
  public static DataStream<RowData> apply(
      DataStream<ChangeEvent> accepted, DailySnapshotOptions options, String name, String uid) {
    int parallelism = accepted.getParallelism();
    DataStream<AnnouncedMark> marks =
        accepted
            .transform(
                "days of " + name,
                TypeInformation.of(DayReport.class),
                new DayReportOperator(options))
            .uid(uid + "/days")
            .setParallelism(parallelism)
            .global()
            .transform(
                "day clock of " + name,
                TypeInformation.of(AnnouncedMark.class),
                new DayClockOperator(options, name))
            .uid(uid + "/clock")
            .forceNonParallel()
            .broadcast();
    KeyedStream<ChangeEvent, RowKey> keyed =
        DataStreamUtils.reinterpretAsKeyedStream(
            accepted,
            RowKeySelector.of(options.rowType(), options.keys()).forEvents(),
            RowKeyTypeInfo.INSTANCE);
    TwoInputTransformation<ChangeEvent, AnnouncedMark, RowData> snapshot =
        new TwoInputTransformation<>(
            keyed.getTransformation(),
            marks.getTransformation(),
            "snapshot " + name,
            SimpleOperatorFactory.of(new DailySnapshotOperator(options, name)),
            InternalTypeInfo.of(options.outputType()),
            parallelism,
            true);
    snapshot.setStateKeySelectors(keyed.getKeySelector(), null);
    snapshot.setStateKeyType(keyed.getKeyType());
    snapshot.setUid(uid + "/snapshot");
    accepted.getExecutionEnvironment().addOperator(snapshot);
    return new DataStream<>(accepted.getExecutionEnvironment(), snapshot);
  }
}
