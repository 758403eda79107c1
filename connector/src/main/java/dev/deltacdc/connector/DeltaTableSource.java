/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.connector;

import dev.deltacdc.delta.FileFilter;
import dev.deltacdc.delta.OriginColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.SourceProvider;
import org.apache.flink.table.connector.source.abilities.SupportsFilterPushDown;
import org.apache.flink.table.connector.source.abilities.SupportsProjectionPushDown;
import org.apache.flink.table.connector.source.abilities.SupportsReadingMetadata;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.utils.TypeConversions;

/**
 * Reads a Delta table in SQL. Conditions leave out files; those on partition columns alone are
 * fulfilled by that, the others are checked for each row by the planner, too.
 */
final class DeltaTableSource
    implements ScanTableSource,
        SupportsProjectionPushDown,
        SupportsFilterPushDown,
        SupportsReadingMetadata {

  /** Of these types two values are equal exactly when their texts in the log say so. */
  private static final Set<LogicalTypeRoot> EXACT =
      Set.of(
          LogicalTypeRoot.VARCHAR,
          LogicalTypeRoot.BOOLEAN,
          LogicalTypeRoot.TINYINT,
          LogicalTypeRoot.SMALLINT,
          LogicalTypeRoot.INTEGER,
          LogicalTypeRoot.BIGINT,
          LogicalTypeRoot.DECIMAL,
          LogicalTypeRoot.DATE);

  private final ReadOptions options;
  private final RowType rowType;
  private final List<String> partitionColumns;
  private List<String> columns;
  private List<OriginColumn> origin = List.of();
  private List<FileFilter> filters = List.of();

  /**
   * @param partitionColumns of the table as it is
   */
  DeltaTableSource(ReadOptions options, RowType rowType, List<String> partitionColumns) {
    this.options = options;
    this.rowType = rowType;
    this.partitionColumns = partitionColumns;
    this.columns = rowType.getFieldNames();
  }

  @Override
  public ChangelogMode getChangelogMode() {
    return ChangelogMode.insertOnly();
  }

  @Override
  public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
    return SourceProvider.of(
        options
            .source()
            .columns(columns)
            .origin(origin)
            .filter(filters.isEmpty() ? null : new FileFilter.And(filters))
            .build());
  }

  @Override
  public boolean supportsNestedProjection() {
    return false;
  }

  @Override
  public void applyProjection(int[][] fields, DataType producedType) {
    columns = Arrays.stream(fields).map(path -> rowType.getFieldNames().get(path[0])).toList();
  }

  @Override
  public Result applyFilters(List<ResolvedExpression> conditions) {
    List<ResolvedExpression> accepted = new ArrayList<>();
    List<ResolvedExpression> remaining = new ArrayList<>();
    List<FileFilter> found = new ArrayList<>();
    for (ResolvedExpression condition : conditions) {
      Optional<FileFilter> filter = FilterConversion.convert(condition);
      if (filter.isPresent()) {
        found.add(filter.get());
        accepted.add(condition);
      }
      if (filter.isEmpty() || !isExact(filter.get())) {
        remaining.add(condition);
      }
    }
    filters = List.copyOf(found);
    return Result.of(accepted, remaining);
  }

  private boolean isExact(FileFilter filter) {
    return filter.columns().stream()
        .allMatch(
            column ->
                partitionColumns.contains(column)
                    && EXACT.contains(
                        rowType.getTypeAt(rowType.getFieldIndex(column)).getTypeRoot()));
  }

  @Override
  public Map<String, DataType> listReadableMetadata() {
    Map<String, DataType> metadata = new LinkedHashMap<>();
    for (OriginColumn column : OriginColumn.values()) {
      metadata.put(column.key(), TypeConversions.fromLogicalToDataType(column.type()));
    }
    return metadata;
  }

  @Override
  public void applyReadableMetadata(List<String> keys, DataType producedType) {
    origin =
        keys.stream()
            .map(
                key ->
                    Arrays.stream(OriginColumn.values())
                        .filter(column -> column.key().equals(key))
                        .findFirst()
                        .orElseThrow())
            .toList();
  }

  @Override
  public DynamicTableSource copy() {
    DeltaTableSource copy = new DeltaTableSource(options, rowType, partitionColumns);
    copy.columns = columns;
    copy.origin = origin;
    copy.filters = filters;
    return copy;
  }

  @Override
  public String asSummaryString() {
    return "Delta table";
  }
}
