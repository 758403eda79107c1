/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.Diagnostics;
import dev.deltacdc.job.pipeline.Identifier;
import dev.deltacdc.job.pipeline.Position;
import dev.deltacdc.job.pipeline.StreamingTableSpec;
import java.util.List;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;

/** PARTITIONED BY and CLUSTER BY of a streaming table. */
final class LayoutCheck {

  private final StreamingTableSpec table;
  private final Diagnostics diagnostics;

  LayoutCheck(StreamingTableSpec table, Diagnostics diagnostics) {
    this.table = table;
    this.diagnostics = diagnostics;
  }

  /**
   * Reports what cannot be.
   *
   * @param tableType all columns of the table
   * @param history whether those of a row's validity are among them
   */
  void check(RowType tableType, boolean history) {
    for (Identifier column : table.partitionedBy()) {
      if (history && ColumnNames.isHistory(column.text())) {
        diagnostics.error(HistoryErrors.historyPartition(column));
      } else {
        partition(column, tableType);
      }
    }
    for (Identifier column : table.clusteredBy()) {
      cluster(column, tableType);
    }
    Position at = table.name().position();
    if (!table.partitionedBy().isEmpty() && !table.clusteredBy().isEmpty()) {
      diagnostics.error(ResolveErrors.partitionedAndClustered(at, table.name()));
    }
    if (tableType.getFieldCount() > 0
        && table.partitionedBy().size() == tableType.getFieldCount()) {
      diagnostics.error(ResolveErrors.allPartitioned(at, table.name()));
    }
  }

  private void partition(Identifier column, RowType tableType) {
    List<String> names = tableType.getFieldNames();
    int index = ColumnNames.index(names, column);
    if (index < 0) {
      diagnostics.error(
          ResolveErrors.unknownColumn(column, "PARTITIONED BY", "table " + table.name(), names));
    } else if (!isPartitionType(tableType.getTypeAt(index))) {
      diagnostics.error(ResolveErrors.partitionType(column, tableType.getTypeAt(index)));
    }
  }

  private void cluster(Identifier column, RowType tableType) {
    List<String> names = tableType.getFieldNames();
    int index = ColumnNames.index(names, column);
    if (index < 0) {
      diagnostics.error(
          ResolveErrors.unknownColumn(column, "CLUSTER BY", "table " + table.name(), names));
    } else if (!isClusterType(tableType.getTypeAt(index))) {
      diagnostics.error(ResolveErrors.clusterType(column, tableType.getTypeAt(index)));
    }
  }

  private static boolean isPartitionType(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case ARRAY, MAP, ROW, BINARY, VARBINARY -> false;
      default -> true;
    };
  }

  /** Those of which data files tell the least and greatest value. */
  private static boolean isClusterType(LogicalType type) {
    return isPartitionType(type) && !type.is(LogicalTypeRoot.BOOLEAN);
  }
}
