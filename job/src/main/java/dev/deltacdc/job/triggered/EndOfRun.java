/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.triggered;

import org.apache.flink.runtime.operators.coordination.OperatorEvent;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * The step behind a {@link HeldSource}, or behind a query of other sources, which end by
 * themselves: tells when all has come.
 */
public final class EndOfRun {

  /** The watermark by which a reader says so; that of bounded input is one greater. */
  static final long MARK = Long.MAX_VALUE - 1;

  private EndOfRun() {}

  /**
   * What a subtask tells the coordinator.
   *
   * @param forGood whether its input has ended; otherwise the next run may have more
   */
  record ReadToEnd(boolean forGood) implements OperatorEvent {
    private static final long serialVersionUID = 1L;
  }

  /**
   * Adds the step. Everything behind it sees a held source become idle when all of its rows have
   * come.
   *
   * @param uid of the operator; {@link SourcesRead} asks for it by that
   */
  public static <T> SingleOutputStreamOperator<T> behind(DataStream<T> source, String uid) {
    return source
        .transform("end of run", source.getType(), new EndOfRunFactory<>())
        .setParallelism(source.getParallelism())
        .uid(uid);
  }
}
