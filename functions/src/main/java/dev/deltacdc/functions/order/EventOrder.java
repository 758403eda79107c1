/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.ChangeEventTypeInfo;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.RowKeySelector;
import dev.deltacdc.functions.event.Truncate;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.transformations.TwoInputTransformation;
import org.apache.flink.table.types.logical.LogicalType;

/** Lays the order operator behind the flows of a target. */
public final class EventOrder {
  private EventOrder() {}

  /**
   * Adds the order of a target's events. State is the same with and without truncates.
   *
   * @param events of all flows into the target
   * @param truncates of all flows with APPLY AS TRUNCATE WHEN, from {@link Truncate#TAG}; null if
   *     there is none
   * @param rows that the target has
   * @param uid prefix of the operator's uid
   * @return every accepted event, stale ones marked, and the deletes that truncates make
   */
  public static DataStream<ChangeEvent> apply(
      DataStream<ChangeEvent> events,
      @Nullable DataStream<Truncate> truncates,
      OrderOptions options,
      ExistingRows rows,
      String uid) {
    OrderFunction function = new OrderFunction(options);
    List<LogicalType> keyTypes =
        options.keys().stream().<LogicalType>map(options.rowType()::getTypeAt).toList();
    ChangeEventTypeInfo type = ChangeEventTypeInfo.of(options.rowType());
    KeyedStream<ChangeEvent, RowKey> keyed =
        events.keyBy(RowKeySelector.of(options.rowType(), options.keys()).forEvents());
    if (truncates == null) {
      OrderOperator operator = new OrderOperator(function, rows, keyTypes, options.sequenceTypes());
      return keyed.transform(uid + ": order", type, operator).uid(uid + "/order");
    }
    TruncatingOrderOperator operator =
        new TruncatingOrderOperator(function, rows, keyTypes, options.sequenceTypes());
    StreamExecutionEnvironment environment = events.getExecutionEnvironment();
    TwoInputTransformation<ChangeEvent, Truncate, ChangeEvent> order =
        new TwoInputTransformation<>(
            keyed.getTransformation(),
            truncates.broadcast().getTransformation(),
            uid + ": order",
            SimpleOperatorFactory.of(operator),
            type,
            environment.getParallelism(),
            false);
    order.setStateKeySelectors(keyed.getKeySelector(), null);
    order.setStateKeyType(keyed.getKeyType());
    order.setUid(uid + "/order");
    environment.addOperator(order);
    return new DataStream<>(environment, order);
  }
}
