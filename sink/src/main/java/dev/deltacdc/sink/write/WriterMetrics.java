/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.write;

import dev.deltacdc.delta.DataFile;
import java.util.function.LongSupplier;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/**
 * Metrics of a writer subtask in the group {@code table=<flow>}: {@code filesWritten}, {@code
 * rowsWritten}, {@code bytesWritten}, {@code rowsDeleted}, {@code deletesIgnored}, {@code
 * bufferRows}, {@code bufferBytes}, {@code flushes}, {@code lastFlushMillis}, {@code
 * indexBootstrapMillis}, {@code indexBootstrapEntries}.
 */
final class WriterMetrics {

  private final MetricGroup group;
  private final Counter filesWritten;
  private final Counter rowsWritten;
  private final Counter bytesWritten;
  final Counter rowsDeleted;
  final Counter deletesIgnored;
  private final Counter flushes;
  private volatile long lastFlushMillis;
  private volatile long bootstrapMillis;
  private volatile long bootstrapEntries;

  WriterMetrics(MetricGroup parent, String table) {
    group = parent.addGroup("table", table);
    filesWritten = group.counter("filesWritten");
    rowsWritten = group.counter("rowsWritten");
    bytesWritten = group.counter("bytesWritten");
    rowsDeleted = group.counter("rowsDeleted");
    deletesIgnored = group.counter("deletesIgnored");
    flushes = group.counter("flushes");
    gauge("lastFlushMillis", () -> lastFlushMillis);
    gauge("indexBootstrapMillis", () -> bootstrapMillis);
    gauge("indexBootstrapEntries", () -> bootstrapEntries);
  }

  void buffer(LongSupplier rows, LongSupplier bytes) {
    gauge("bufferRows", rows);
    gauge("bufferBytes", bytes);
  }

  private void gauge(String name, LongSupplier value) {
    group.gauge(name, (Gauge<Long>) value::getAsLong);
  }

  void file(DataFile file) {
    filesWritten.inc();
    rowsWritten.inc(file.numRecords());
    bytesWritten.inc(file.size());
  }

  void flushed(long nanos) {
    flushes.inc();
    lastFlushMillis = nanos / 1_000_000;
  }

  void bootstrapped(long nanos, long entries) {
    bootstrapMillis = nanos / 1_000_000;
    bootstrapEntries = entries;
  }
}
