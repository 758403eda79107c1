/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.show;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.catalog.CatalogTable;
import org.apache.flink.table.catalog.GenericInMemoryCatalog;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.catalog.exceptions.DatabaseNotExistException;
import org.apache.flink.table.catalog.exceptions.TableAlreadyExistException;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.InputFormatProvider;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.Factory;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.utils.TypeConversions;

/** A catalog with one table: one version of a Delta table, read as a bounded source. */
final class SnapshotCatalog extends GenericInMemoryCatalog {
  static final String NAME = "lake";
  private static final String CONNECTOR = "delta-snapshot";

  private final String path;
  private final Map<String, String> hadoop;
  private final long version;
  private final RowType type;

  SnapshotCatalog(String path, Map<String, String> hadoop, long version, RowType type) {
    super(NAME);
    this.path = path;
    this.hadoop = hadoop;
    this.version = version;
    this.type = type;
  }

  void declare(String table) {
    Schema schema =
        Schema.newBuilder().fromRowDataType(TypeConversions.fromLogicalToDataType(type)).build();
    CatalogTable definition =
        CatalogTable.newBuilder().schema(schema).options(Map.of("connector", CONNECTOR)).build();
    try {
      createTable(new ObjectPath(getDefaultDatabase(), table), definition, false);
    } catch (TableAlreadyExistException | DatabaseNotExistException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Optional<Factory> getFactory() {
    return Optional.of(new SourceFactory());
  }

  private final class SourceFactory implements DynamicTableSourceFactory {
    @Override
    public DynamicTableSource createDynamicTableSource(Context context) {
      return new Source();
    }

    @Override
    public String factoryIdentifier() {
      return CONNECTOR;
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
      return Set.of();
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
      return Set.of();
    }
  }

  private final class Source implements ScanTableSource {
    @Override
    public ChangelogMode getChangelogMode() {
      return ChangelogMode.insertOnly();
    }

    @Override
    public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
      return InputFormatProvider.of(new SnapshotInputFormat(path, hadoop, version, type));
    }

    @Override
    public DynamicTableSource copy() {
      return new Source();
    }

    @Override
    public String asSummaryString() {
      return "version " + version + " of " + path;
    }
  }
}
