/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.functions.reject.QuarantineTable;
import dev.deltacdc.functions.reject.RejectedEvent;
import dev.deltacdc.sink.DeltaSink;
import dev.deltacdc.sink.DeltaSinkOptions;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;

/** Gathers what the steps of a pipeline reject, for one quarantine table. */
final class Rejects {

  private static final String UID = "quarantine";

  private final List<DataStream<RejectedEvent>> streams = new ArrayList<>();

  /** Takes a step's side output and gives the step back. */
  <T> SingleOutputStreamOperator<T> of(SingleOutputStreamOperator<T> step) {
    streams.add(step.getSideOutput(RejectedEvent.TAG));
    return step;
  }

  /** Writes everything taken into the table, by the rejected events' positions. */
  void sinkTo(OutputTable quarantine, Lake lake, DeltaSinkOptions options, Recording recording) {
    if (streams.isEmpty()) {
      return;
    }
    DataStream<RowData> rows =
        Streams.union(streams)
            .map(QuarantineTable::row, InternalTypeInfo.of(QuarantineTable.ROW_TYPE))
            .name(UID + ": rows")
            .uid(UID + "/rows");
    recording
        .of(DeltaSink.upsert(quarantine.table(), QuarantineTable.KEY))
        .name(quarantine.name().toString())
        .uid(UID + "/sink")
        .hadoop(lake.hadoop())
        .options(options)
        .sinkTo(rows);
  }
}
