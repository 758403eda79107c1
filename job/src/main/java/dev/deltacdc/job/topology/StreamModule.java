/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DynamicTableFactory;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.module.Module;

/**
 * The connector {@value #CONNECTOR} of one table environment, with the streams it connects. A
 * module's factories come before those that the class path offers, so this one passes tables of
 * other connectors on to Flink.
 */
final class StreamModule implements Module {

  static final String NAME = "deltacdc";
  static final String CONNECTOR = "deltacdc-stream";
  static final ConfigOption<String> STREAM =
      ConfigOptions.key("stream")
          .stringType()
          .noDefaultValue()
          .withDescription("Number of the stream.");

  private record Entry(@Nullable Transformation<RowData> stream, ChangelogMode mode) {}

  private final List<Entry> entries = new ArrayList<>();

  String addStream(Transformation<RowData> stream, ChangelogMode mode) {
    entries.add(new Entry(stream, mode));
    return String.valueOf(entries.size() - 1);
  }

  String addResult(ChangelogMode accepted) {
    entries.add(new Entry(null, accepted));
    return String.valueOf(entries.size() - 1);
  }

  Transformation<RowData> takeResult(String id) {
    Transformation<RowData> result = entry(id).stream();
    if (result == null) {
      throw new IllegalStateException("the planner did not hand over result " + id);
    }
    entries.set(Integer.parseInt(id), new Entry(null, ChangelogMode.insertOnly()));
    return result;
  }

  /** Whether it is one of the streams; two operators are never equal otherwise. */
  @SuppressWarnings("ReferenceEquality")
  boolean isStream(Transformation<?> transformation) {
    return entries.stream().anyMatch(entry -> entry.stream() == transformation);
  }

  private Entry entry(String id) {
    return entries.get(Integer.parseInt(id));
  }

  private static String id(DynamicTableFactory.Context context) {
    return context.getCatalogTable().getOptions().get(STREAM.key());
  }

  private static boolean isOurs(DynamicTableFactory.Context context) {
    return CONNECTOR.equals(
        context.getCatalogTable().getOptions().get(FactoryUtil.CONNECTOR.key()));
  }

  @Override
  public Optional<DynamicTableSourceFactory> getTableSourceFactory() {
    return Optional.of(new SourceFactory());
  }

  @Override
  public Optional<DynamicTableSinkFactory> getTableSinkFactory() {
    return Optional.of(new SinkFactory());
  }

  private abstract static class StreamFactory implements DynamicTableFactory {
    @Override
    public String factoryIdentifier() {
      return CONNECTOR;
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
      return Set.of(STREAM);
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
      return Set.of();
    }
  }

  private final class SourceFactory extends StreamFactory implements DynamicTableSourceFactory {
    @Override
    public DynamicTableSource createDynamicTableSource(Context context) {
      if (isOurs(context)) {
        Entry entry = entry(id(context));
        return new StreamTableSource(entry.stream(), entry.mode());
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
  }

  private final class SinkFactory extends StreamFactory implements DynamicTableSinkFactory {
    @Override
    public DynamicTableSink createDynamicTableSink(Context context) {
      if (isOurs(context)) {
        int id = Integer.parseInt(id(context));
        ChangelogMode accepted = entries.get(id).mode();
        return new StreamTableSink(
            accepted, result -> entries.set(id, new Entry(result, accepted)));
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
}
