/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.sql;

import dev.deltacdc.connector.DeltaConnectorOptions;
import dev.deltacdc.connector.DeltaTableFactory;
import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.delta.TableStore;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;

/**
 * The connector for tables of a lake, which leaves those that are kept by key to who keeps them.
 */
final class LakeTableFactory implements DynamicTableSourceFactory, DynamicTableSinkFactory {

  private final DeltaTableFactory delta = new DeltaTableFactory();

  @Override
  public String factoryIdentifier() {
    return delta.factoryIdentifier();
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return delta.requiredOptions();
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return delta.optionalOptions();
  }

  @Override
  public DynamicTableSource createDynamicTableSource(Context context) {
    return delta.createDynamicTableSource(context);
  }

  @Override
  public DynamicTableSink createDynamicTableSink(Context context) {
    Map<String, String> options = context.getCatalogTable().getOptions();
    Map<String, String> hadoop = new TreeMap<>();
    options.forEach(
        (key, value) -> {
          if (key.startsWith(DeltaConnectorOptions.HADOOP_PREFIX)) {
            hadoop.put(key.substring(DeltaConnectorOptions.HADOOP_PREFIX.length()), value);
          }
        });
    String path = options.get(DeltaConnectorOptions.TABLE_PATH.key());
    if (TableStore.open(path, hadoop).latest().properties().containsKey(DeltaTable.KEYS)) {
      throw new ValidationException(
          "A pipeline keeps the table at "
              + path
              + " by its key: a row inserted here could be there twice. Insert into the table or"
              + " files that the pipeline reads.");
    }
    return delta.createDynamicTableSink(context);
  }
}
