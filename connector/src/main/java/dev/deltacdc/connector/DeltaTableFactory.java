/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.connector;

import static dev.deltacdc.connector.DeltaConnectorOptions.HADOOP_PREFIX;
import static dev.deltacdc.connector.DeltaConnectorOptions.IGNORE_DELETES;
import static dev.deltacdc.connector.DeltaConnectorOptions.MODE;
import static dev.deltacdc.connector.DeltaConnectorOptions.READ_CHANGE_FEED;
import static dev.deltacdc.connector.DeltaConnectorOptions.SKIP_CHANGE_COMMITS;
import static dev.deltacdc.connector.DeltaConnectorOptions.STARTING_TIMESTAMP;
import static dev.deltacdc.connector.DeltaConnectorOptions.STARTING_VERSION;
import static dev.deltacdc.connector.DeltaConnectorOptions.TABLE_PATH;
import static dev.deltacdc.connector.DeltaConnectorOptions.TABLE_PREFIX;
import static dev.deltacdc.connector.DeltaConnectorOptions.TIMESTAMP_AS_OF;
import static dev.deltacdc.connector.DeltaConnectorOptions.UPDATE_CHECK_INTERVAL;
import static dev.deltacdc.connector.DeltaConnectorOptions.VERSION_AS_OF;

import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.delta.TableLayout;
import dev.deltacdc.sink.DeltaSinkOptions;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.catalog.UniqueConstraint;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.types.logical.RowType;

/** Finds tables with {@code 'connector' = 'delta'}. */
public final class DeltaTableFactory implements DynamicTableSourceFactory, DynamicTableSinkFactory {

  @Override
  public String factoryIdentifier() {
    return "delta";
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of(TABLE_PATH);
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    Set<ConfigOption<?>> options =
        new HashSet<>(
            Set.of(
                MODE,
                VERSION_AS_OF,
                TIMESTAMP_AS_OF,
                STARTING_VERSION,
                STARTING_TIMESTAMP,
                UPDATE_CHECK_INTERVAL,
                IGNORE_DELETES,
                SKIP_CHANGE_COMMITS,
                READ_CHANGE_FEED));
    options.addAll(DeltaSinkOptions.ALL);
    return options;
  }

  @Override
  public DynamicTableSource createDynamicTableSource(Context context) {
    FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
    helper.validateExcept(HADOOP_PREFIX, TABLE_PREFIX);
    ResolvedCatalogTable table = context.getCatalogTable();
    ReadOptions options = new ReadOptions(helper.getOptions(), prefixed(table, HADOOP_PREFIX, ""));
    RowType rowType = rowType(table);
    TableLayout layout = options.layout();
    List<String> differences = layout.differences(rowType);
    if (!differences.isEmpty()) {
      throw new ValidationException(
          "Table %s is declared with other columns than the Delta table at %s has:%n- %s%nDeclare them as they are there; columns may be left out."
              .formatted(
                  context.getObjectIdentifier().asSummaryString(),
                  helper.getOptions().get(TABLE_PATH),
                  String.join("\n- ", differences)));
    }
    return new DeltaTableSource(options, rowType, layout.partitionColumns());
  }

  @Override
  public DynamicTableSink createDynamicTableSink(Context context) {
    FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
    helper.validateExcept(HADOOP_PREFIX, TABLE_PREFIX);
    ResolvedCatalogTable table = context.getCatalogTable();
    List<String> keys =
        table
            .getResolvedSchema()
            .getPrimaryKey()
            .map(UniqueConstraint::getColumns)
            .orElse(List.of());
    DeltaTable delta =
        new DeltaTable(
            helper.getOptions().get(TABLE_PATH),
            rowType(table),
            Map.of(),
            table.getPartitionKeys(),
            List.of(),
            prefixed(table, TABLE_PREFIX, TABLE_PREFIX),
            table.getComment());
    return new DeltaTableSink(
        context.getObjectIdentifier().getObjectName(),
        delta,
        keys,
        sinkOptions(table, helper.getOptions()),
        prefixed(table, HADOOP_PREFIX, ""));
  }

  /** INSERT INTO adds to the rows that are there, unless the table says otherwise. */
  private static DeltaSinkOptions sinkOptions(ResolvedCatalogTable table, ReadableConfig given) {
    Configuration options = Configuration.fromMap(table.getOptions());
    if (given.getOptional(DeltaSinkOptions.APPEND_EXISTING_ROWS).isEmpty()) {
      options.set(DeltaSinkOptions.APPEND_EXISTING_ROWS, DeltaSinkOptions.ExistingRows.KEEP);
    }
    return DeltaSinkOptions.from(options);
  }

  private static RowType rowType(ResolvedCatalogTable table) {
    return (RowType) table.getResolvedSchema().toPhysicalRowDataType().getLogicalType();
  }

  private static Map<String, String> prefixed(
      ResolvedCatalogTable table, String prefix, String replacement) {
    Map<String, String> found = new HashMap<>();
    table
        .getOptions()
        .forEach(
            (key, value) -> {
              if (key.startsWith(prefix)) {
                found.put(replacement + key.substring(prefix.length()), value);
              }
            });
    return found;
  }
}
