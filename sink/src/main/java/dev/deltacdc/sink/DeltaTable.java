/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.RowType;

/**
 * A Delta table as a job wants it: created like this when it is absent, checked against this when
 * it exists.
 *
 * @param path local path or URI of any Hadoop file system
 * @param rowType all columns, partition columns included
 * @param columnComments comment by column name; columns without one may be absent
 * @param partitionColumns names, in the order of the directories
 * @param clusterColumns names; stored for the OPTIMIZE of readers. Not together with partition
 *     columns
 * @param properties table properties, e.g. {@code delta.logRetentionDuration}; set at creation only
 * @param comment the table's description
 */
public record DeltaTable(
    String path,
    RowType rowType,
    Map<String, String> columnComments,
    List<String> partitionColumns,
    List<String> clusterColumns,
    Map<String, String> properties,
    @Nullable String comment)
    implements Serializable {

  public DeltaTable {
    columnComments = columnComments == null ? Map.of() : Map.copyOf(columnComments);
    partitionColumns = partitionColumns == null ? List.of() : List.copyOf(partitionColumns);
    clusterColumns = clusterColumns == null ? List.of() : List.copyOf(clusterColumns);
    properties = properties == null ? Map.of() : Map.copyOf(properties);
  }

  public static DeltaTable of(String path, RowType rowType) {
    return new DeltaTable(path, rowType, Map.of(), List.of(), List.of(), Map.of(), null);
  }
}
