/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.write;

import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.sink.DeltaSinkOptions;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;

/**
 * What a writer needs to know.
 *
 * @param name of the flow
 * @param keyColumns empty for an append sink
 * @param refresh whether a start without state replaces all that the table has
 * @param dayColumn DATE column by which index entries expire, or null
 * @param dayWindow days before the watermark's day that stay in the index
 * @param forgetting whether an UPDATE_BEFORE says that its row will not change again
 */
public record WriterSettings(
    DeltaTable table,
    String name,
    List<String> keyColumns,
    boolean refresh,
    DeltaSinkOptions options,
    Map<String, String> hadoop,
    @Nullable String dayColumn,
    int dayWindow,
    boolean forgetting)
    implements Serializable {

  /** Whether rows are replaced and deleted. */
  boolean upsert() {
    return !keyColumns.isEmpty();
  }
}
