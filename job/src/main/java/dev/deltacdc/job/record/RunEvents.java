/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.record;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.deltacdc.job.source.SourceProgress;
import dev.deltacdc.sink.CommitReport;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.annotation.Nullable;

/**
 * The lines of a record. Each has {@code record} (the version of this format), {@code time} and
 * {@code event}. Readers must pass over events and fields that they don't know, and may meet a line
 * about a commit or about what a source read twice after a failure: {@code table} and {@code
 * version}, and {@code reader} and {@code epoch}, tell.
 */
public final class RunEvents {

  static final int FORMAT = 1;

  static final String STARTED = "update_started";
  static final String READ = "source_read";
  static final String COMMITTED = "table_committed";
  static final String ENDED = "update_ended";

  private RunEvents() {}

  /**
   * A run starts.
   *
   * @param mode {@code declared}, {@code triggered} or {@code continuous}
   * @param cluster whether it runs on a cluster, else embedded
   * @param from the state that it goes on from; {@code null}: none, or, on a cluster, not known
   * @param fromCheckpoint the checkpoint that this state is; {@code null} as {@code from}
   * @param refreshed tables that are filled anew
   * @param chosen tables that alone are updated, with what they need; empty: all
   * @param readers of which sources the rows of each table come, see {@link SourceProgress#reader}
   */
  public static ObjectNode started(
      String pipeline,
      RunFolder run,
      String mode,
      boolean cluster,
      @Nullable String from,
      @Nullable Long fromCheckpoint,
      Collection<String> refreshed,
      Collection<String> chosen,
      Map<String, ? extends Collection<String>> readers) {
    ObjectNode line = line(STARTED);
    line.put("pipeline", pipeline);
    line.put("run", run.run());
    line.put("mode", mode);
    line.put("runsOn", cluster ? "cluster" : "embedded");
    line.put("from", from);
    line.put("fromCheckpoint", fromCheckpoint);
    refreshed.forEach(line.putArray("refreshed")::add);
    chosen.forEach(line.putArray("chosen")::add);
    ObjectNode tables = line.putObject("readers");
    readers.forEach((table, names) -> names.forEach(tables.putArray(table)::add));
    return line;
  }

  /** A checkpoint is complete that has what a source read in an epoch. */
  static ObjectNode read(SourceProgress progress) {
    ObjectNode line = line(READ);
    line.put("source", progress.source());
    line.put("reader", progress.reader());
    line.put("epoch", progress.epoch());
    line.put("records", progress.records());
    line.put("splits", progress.splits());
    ArrayNode ranges = line.putArray("ranges");
    progress
        .ranges()
        .forEach(
            range ->
                ranges
                    .addObject()
                    .put("split", range.split())
                    .put("first", range.first())
                    .put("last", range.last())
                    .put("records", range.records()));
    return line;
  }

  static ObjectNode committed(String table, CommitReport report) {
    ObjectNode line = line(COMMITTED);
    line.put("table", table);
    line.put("version", report.version());
    line.put("kind", report.kind().name().toLowerCase(Locale.ROOT));
    line.put("checkpoint", report.checkpointId());
    line.put("firstEpoch", report.firstEpoch());
    line.put("lastEpoch", report.lastEpoch());
    line.put("rowsAdded", report.rowsAdded());
    line.put("rowsRemoved", report.rowsRemoved());
    line.put("rowsInserted", report.rowsInserted());
    line.put("rowsUpdated", report.rowsUpdated());
    line.put("rowsDeleted", report.rowsDeleted());
    line.put("filesAdded", report.filesAdded());
    line.put("filesRemoved", report.filesRemoved());
    line.put("millis", report.durationMillis());
    line.put("recovered", report.recovered());
    return line;
  }

  /**
   * A run has ended.
   *
   * @param state {@code finished}, {@code stopped} or {@code failed}
   * @param error why it failed
   * @param counts of steps and tables, see {@link StepCounts}
   */
  public static ObjectNode ended(
      String state, Duration took, @Nullable String error, List<StepCounts> counts) {
    ObjectNode line = line(ENDED);
    line.put("state", state);
    line.put("millis", took.toMillis());
    if (error != null) {
      line.put("error", error);
    }
    ArrayNode steps = line.putArray("steps");
    for (StepCounts step : counts) {
      ObjectNode node = steps.addObject().put("kind", step.kind()).put("name", step.name());
      ObjectNode values = node.putObject("counts");
      step.counts().forEach(values::put);
    }
    return line;
  }

  private static ObjectNode line(String event) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("record", FORMAT)
        .put("time", Instant.now().toString())
        .put("event", event);
  }
}
