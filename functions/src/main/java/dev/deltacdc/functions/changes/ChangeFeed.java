/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.changes;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.RowKeySelector;
import dev.deltacdc.functions.event.RowKeyTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamUtils;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.table.data.RowData;

/**
 * Lays the operator that gives a table's changes. Names and values are those of Delta's change data
 * feed, but there are no rows from before an update, and the sequence stands for the version.
 */
public final class ChangeFeed {

  /** What happened to the row. */
  public static final String TYPE = "_change_type";

  /** The sequence of the event that did it. */
  public static final String SEQUENCE = "_change_sequence";

  /** Values of {@link #TYPE}; a delete has the row that is gone. */
  public static final String INSERT = "insert";

  public static final String UPDATE = "update_postimage";
  public static final String DELETE = "delete";

  private ChangeFeed() {}

  /**
   * Adds a feed.
   *
   * @param events those that change the table, partitioned by {@link RowKeySelector} of its keys in
   *     the order in which they do; stale ones have no effect
   * @param uid prefix of the operator's uid
   * @return rows of {@link ChangeFeedOptions#outputType}, only added
   */
  public static SingleOutputStreamOperator<RowData> apply(
      DataStream<ChangeEvent> events, ChangeFeedOptions options, String uid) {
    return DataStreamUtils.reinterpretAsKeyedStream(
            events,
            RowKeySelector.of(options.rowType(), options.keys()).forEvents(),
            RowKeyTypeInfo.INSTANCE)
        .process(new ChangeFeedFunction(options))
        .setParallelism(events.getParallelism())
        .name(uid + ": changes")
        .uid(uid + "/changes");
  }
}
