/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.functions.event.KeepsNoRows;
import java.util.Arrays;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.operators.UdfStreamOperatorFactory;
import org.apache.flink.table.runtime.operators.CodeGenOperatorFactory;
import org.apache.flink.table.runtime.operators.sink.constraint.ConstraintEnforcer;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;

/**
 * Spares the copies of rows on the way from a source to the events. Flink copies a row for each
 * operator that is chained behind another, lest one change or keep what the other still uses;
 * {@code pipeline.object-reuse} gives that up for all operators, also those that keep rows in state
 * on the heap. Here it is given up for those that are known to do neither: projections and
 * conditions of the planner, its check of NOT NULL, and our functions that say so ({@link
 * KeepsNoRows}).
 */
public final class SharedRows {

  /** How the planner calls the class of a projection or condition. */
  private static final String CALC = "StreamExecCalc$";

  private SharedRows() {}

  /** The graph of the environment's job, in which those operators take rows as they are. */
  public static StreamGraph graph(StreamExecutionEnvironment env) {
    StreamGraph graph = env.getStreamGraph();
    for (StreamNode node : graph.getStreamNodes()) {
      if (keepsNoRows(node.getOperatorFactory())) {
        node.setSerializersIn(
            Arrays.stream(node.getTypeSerializersIn())
                .map(SharedRows::shared)
                .toArray(TypeSerializer<?>[]::new));
      }
    }
    return graph;
  }

  private static TypeSerializer<?> shared(TypeSerializer<?> serializer) {
    return serializer instanceof RowDataSerializer rows
        ? new SharedRowSerializer(rows)
        : serializer;
  }

  private static boolean keepsNoRows(StreamOperatorFactory<?> factory) {
    if (factory instanceof CodeGenOperatorFactory<?> planned) {
      return planned.getGeneratedClass().getClassName().startsWith(CALC);
    }
    if (factory instanceof UdfStreamOperatorFactory<?> ours) {
      return ours.getUserFunction() instanceof KeepsNoRows;
    }
    return factory instanceof SimpleOperatorFactory<?> simple
        && simple.getOperator() instanceof ConstraintEnforcer;
  }
}
