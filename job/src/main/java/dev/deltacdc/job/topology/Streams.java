/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import java.util.List;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

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

  static <T> DataStream<T> union(List<DataStream<T>> streams) {
    DataStream<T> all = streams.get(0);
    for (DataStream<T> stream : streams.subList(1, streams.size())) {
      all = all.union(stream);
    }
    return all;
  }
}
