/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import java.util.Optional;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DataStreamScanProvider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DynamicTableFactory;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.module.Module;

/** A connector whose tables can be planned, not run: it stands for the streams of the job. */
final class PlanningModule implements Module {

  static final String NAME = "deltacdc-planning";
  static final String CONNECTOR = "deltacdc-planning";
  static final ConfigOption<String> CHANGELOG =
      ConfigOptions.key("changelog")
          .stringType()
          .noDefaultValue()
          .withDescription("How the rows of a source change it: a Changelog.");

  @Override
  public Optional<DynamicTableSourceFactory> getTableSourceFactory() {
    return Optional.of(new Factory());
  }

  @Override
  public Optional<DynamicTableSinkFactory> getTableSinkFactory() {
    return Optional.of(new Factory());
  }

  private static final class Factory implements DynamicTableSourceFactory, DynamicTableSinkFactory {
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
      return Set.of(CHANGELOG);
    }

    @Override
    public DynamicTableSource createDynamicTableSource(DynamicTableFactory.Context context) {
      String connector = context.getCatalogTable().getOptions().get(FactoryUtil.CONNECTOR.key());
      if (CONNECTOR.equals(connector)) {
        return new Source(
            Changelog.valueOf(
                context
                    .getCatalogTable()
                    .getOptions()
                    .getOrDefault(CHANGELOG.key(), Changelog.INSERT_ONLY.name())));
      }
      return FactoryUtil.createDynamicTableSource(
          null,
          context.getObjectIdentifier(),
          context.getCatalogTable(),
          context.getEnrichmentOptions(),
          context.getConfiguration(),
          context.getClassLoader(),
          context.isTemporary());
    }

    @Override
    public DynamicTableSink createDynamicTableSink(DynamicTableFactory.Context context) {
      String connector = context.getCatalogTable().getOptions().get(FactoryUtil.CONNECTOR.key());
      if (CONNECTOR.equals(connector)) {
        return new Sink();
      }
      return FactoryUtil.createDynamicTableSink(
          null,
          context.getObjectIdentifier(),
          context.getCatalogTable(),
          context.getEnrichmentOptions(),
          context.getConfiguration(),
          context.getClassLoader(),
          context.isTemporary());
    }
  }

  /** Takes rows by key. */
  private static final class Sink implements DynamicTableSink {
    @Override
    public ChangelogMode getChangelogMode(ChangelogMode requested) {
      return Changelog.UPSERT.mode();
    }

    @Override
    public SinkRuntimeProvider getSinkRuntimeProvider(DynamicTableSink.Context context) {
      throw new IllegalStateException("a table to plan with was run");
    }

    @Override
    public DynamicTableSink copy() {
      return this;
    }

    @Override
    public String asSummaryString() {
      return CONNECTOR;
    }
  }

  private static final class Source implements ScanTableSource {
    private final Changelog changelog;

    Source(Changelog changelog) {
      this.changelog = changelog;
    }

    @Override
    public ChangelogMode getChangelogMode() {
      return changelog.mode();
    }

    @Override
    public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
      return new DataStreamScanProvider() {
        /** Something to plan with: the planner makes operators even to explain a query. */
        @Override
        @SuppressWarnings("unchecked")
        public DataStream<RowData> produceDataStream(
            ProviderContext providerContext, StreamExecutionEnvironment env) {
          return (DataStream<RowData>) (DataStream<?>) env.fromSequence(0, 0);
        }

        @Override
        public boolean isBounded() {
          return false;
        }
      };
    }

    @Override
    public DynamicTableSource copy() {
      return this;
    }

    @Override
    public String asSummaryString() {
      return CONNECTOR;
    }
  }
}
