/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import java.util.List;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.utils.ProjectedRowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;

/** Steps on streams. */
final class Streams {

  private Streams() {}

  /** Gives a step the parallelism of its input, so that it is chained and keeps the order. */
  static <T> SingleOutputStreamOperator<T> parallelLike(
      DataStream<?> input, SingleOutputStreamOperator<T> step) {
    int parallelism = input.getTransformation().getParallelism();
    return parallelism == ExecutionConfig.PARALLELISM_DEFAULT
        ? step
        : step.setParallelism(parallelism);
  }

  /**
   * The columns of rows, by their places in them.
   *
   * @param type of what is left
   */
  static DataStream<RowData> columns(
      DataStream<RowData> rows, int[] columns, RowType type, String name, String uid) {
    return parallelLike(
        rows,
        rows.map(row -> ProjectedRowData.from(columns).replaceRow(row), InternalTypeInfo.of(type))
            .name(name)
            .uid(uid));
  }

  static <T> DataStream<T> union(List<DataStream<T>> streams) {
    DataStream<T> all = streams.get(0);
    for (DataStream<T> stream : streams.subList(1, streams.size())) {
      all = all.union(stream);
    }
    return all;
  }
}
