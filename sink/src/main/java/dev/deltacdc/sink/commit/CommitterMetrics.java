/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import java.util.function.LongSupplier;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/**
 * Metrics of the committer in the group {@code table=<flow>}: {@code commits}, {@code
 * commitFailures}, {@code logUpkeepFailures}, {@code filesAdded}, {@code rowsAdded}, {@code
 * rowsDeleted}, {@code lastCommitMillis}, {@code lastVersion}, {@code pendingResults}, {@code
 * liveFiles}.
 */
final class CommitterMetrics {

  private final MetricGroup group;
  final Counter commits;
  final Counter commitFailures;
  final Counter hookFailures;
  final Counter filesAdded;
  final Counter rowsAdded;
  final Counter rowsDeleted;
  private volatile long lastCommitMillis;

  CommitterMetrics(MetricGroup parent, String table) {
    group = parent.addGroup("table", table);
    commits = group.counter("commits");
    commitFailures = group.counter("commitFailures");
    hookFailures = group.counter("logUpkeepFailures");
    filesAdded = group.counter("filesAdded");
    rowsAdded = group.counter("rowsAdded");
    rowsDeleted = group.counter("rowsDeleted");
    gauge("lastCommitMillis", () -> lastCommitMillis);
  }

  void gauge(String name, LongSupplier value) {
    group.gauge(name, (Gauge<Long>) value::getAsLong);
  }

  void committed(int files, long added, long deleted, long millis) {
    commits.inc();
    filesAdded.inc(files);
    rowsAdded.inc(added);
    rowsDeleted.inc(deleted);
    lastCommitMillis = millis;
  }
}
