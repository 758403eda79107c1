/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.ours;

import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/**
 * Flink's gauges of numbers, by the name that they have in their operator; for trials in one JVM.
 */
public final class Gauges implements MetricReporter, MetricReporterFactory {

  private static final Map<Gauge<?>, String> ALL = new ConcurrentHashMap<>();

  static void configure(Configuration configuration) {
    configuration.setString("metrics.reporter.trial.factory.class", Gauges.class.getName());
  }

  /** The largest value among the gauges of that name; 0 when there is none. */
  static double most(String name) {
    return ALL.entrySet().stream()
        .filter(entry -> entry.getValue().equals(name))
        .mapToDouble(entry -> ((Number) entry.getKey().getValue()).doubleValue())
        .max()
        .orElse(0);
  }

  @Override
  public MetricReporter createMetricReporter(Properties properties) {
    return this;
  }

  @Override
  public void open(MetricConfig config) {}

  @Override
  public void close() {}

  @Override
  public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
    if (metric instanceof Gauge<?> gauge) {
      ALL.put(gauge, name);
    }
  }

  @Override
  public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {
    if (metric instanceof Gauge<?> gauge) {
      ALL.remove(gauge);
    }
  }
}
