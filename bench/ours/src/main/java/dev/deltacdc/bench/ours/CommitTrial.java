/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.ours;

import dev.deltacdc.bench.common.Arguments;
import dev.deltacdc.bench.common.DeltaLog;
import dev.deltacdc.bench.common.Folders;
import dev.deltacdc.bench.common.Product;
import dev.deltacdc.bench.common.RandomRows;
import dev.deltacdc.bench.common.Trial;
import dev.deltacdc.bench.common.TrialProcess;
import dev.deltacdc.sink.DeltaSink;
import java.nio.file.Path;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStats;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.types.RowKind;

/**
 * Updates rows of a large table through the upsert sink, whose index is in state: {@code rows=N
 * files=N changes=N state=rocksdb}. A repetition is one epoch: the updates, a checkpoint, the
 * commit.
 */
public final class CommitTrial implements Trial {

  private final EmbeddedFlink flink;
  private final Path table;
  private final RandomRows rows;
  private final int changes;
  private int update;

  private CommitTrial(Arguments arguments) throws Exception {
    changes = Math.toIntExact(arguments.number("changes"));
    rows = new RandomRows(arguments.number("rows"));
    table = Folders.copyTable(BuildTable.table(arguments), arguments.work().resolve("table"));
    Configuration configuration =
        EmbeddedFlink.configuration(arguments.work(), arguments.text("state"));
    Gauges.configure(configuration);
    flink = new EmbeddedFlink(configuration);
    flink.submit(job(configuration, table));
    // A first epoch, without changes, ends when the index is there.
    StepSource.emit(new long[0], number -> null, flink);
    flink.checkpoint();
  }

  public static void main(String[] args) {
    TrialProcess.serve(args, CommitTrial::new);
  }

  static StreamExecutionEnvironment job(Configuration configuration, Path table) {
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    DeltaSink.upsert(ProductTable.definition(table), ProductTable.KEY)
        .name("products")
        .reportTo(Commits::committed)
        .sinkTo(
            environment
                .addSource(new StepSource(), "changes", InternalTypeInfo.of(ProductTable.TYPE))
                .uid("changes"));
    return environment;
  }

  @Override
  public Map<String, Double> run() throws Exception {
    update++;
    long[] numbers = rows.next(changes);
    int thisUpdate = update;
    long start = System.nanoTime();
    StepSource.emit(
        numbers,
        number -> ProductTable.row(RowKind.UPDATE_AFTER, Product.of(number, thisUpdate)),
        flink);
    long barrier = System.nanoTime();
    flink.checkpoint();
    Commits.Timed commit = Commits.next(flink);
    if (commit.report().rowsRemoved() != changes || commit.report().rowsAdded() != changes) {
      throw new IllegalStateException("Not the " + changes + " updates that were sent: " + commit);
    }
    CompletedCheckpointStats checkpoint = flink.lastCheckpoint();
    return Map.of(
        "seconds", (commit.nanoTime() - start) / 1e9,
        "barrierToCommitSeconds", (commit.nanoTime() - barrier) / 1e9,
        "flushAndCommitSeconds",
            (Gauges.most("lastFlushMillis") + commit.report().durationMillis()) / 1e3,
        "commitSeconds", commit.report().durationMillis() / 1e3,
        "checkpointSeconds", checkpoint.getEndToEndDuration() / 1e3,
        "checkpointMb", checkpoint.getCheckpointedSize() / 1048576.0,
        "deletionVectors", (double) DeltaLog.deletionVectors(table, commit.report().version()));
  }

  @Override
  public Map<String, Double> summary() {
    return Map.of("indexBootstrapSeconds", Gauges.most("indexBootstrapMillis") / 1e3);
  }

  @Override
  public void close() throws Exception {
    flink.cancel();
    flink.close();
  }
}
