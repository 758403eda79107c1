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
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.RecoveryClaimMode;
import org.apache.flink.types.RowKind;

/**
 * Starts a job with a large table, from the state of the job before or with nothing but the table:
 * {@code rows=N files=N changes=N state=rocksdb from=state}, or {@code from=table}. A repetition is
 * a start and its first commit.
 */
public final class StartTrial implements Trial {

  private final Configuration configuration;
  private final EmbeddedFlink flink;
  private final Path table;
  private final RandomRows rows;
  private final int changes;
  private final boolean fromState;
  private int update;
  private String checkpoint;

  private StartTrial(Arguments arguments) throws Exception {
    changes = Math.toIntExact(arguments.number("changes"));
    rows = new RandomRows(arguments.number("rows"));
    fromState = arguments.text("from").equals("state");
    table = Folders.copyTable(BuildTable.table(arguments), arguments.work().resolve("table"));
    configuration = EmbeddedFlink.configuration(arguments.work(), arguments.text("state"));
    configuration.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    configuration.set(StateRecoveryOptions.RESTORE_MODE, RecoveryClaimMode.CLAIM);
    Gauges.configure(configuration);
    flink = new EmbeddedFlink(configuration);
    if (fromState) {
      flink.submit(CommitTrial.job(configuration, table));
      commit();
      checkpoint = flink.lastCheckpoint().getExternalPath();
      flink.cancel();
    }
  }

  public static void main(String[] args) {
    TrialProcess.serve(args, StartTrial::new);
  }

  @Override
  public Map<String, Double> run() throws Exception {
    Configuration start = new Configuration(configuration);
    if (fromState) {
      start.set(StateRecoveryOptions.SAVEPOINT_PATH, checkpoint);
    }
    Map<String, Double> figures = new HashMap<>();
    long begin = System.nanoTime();
    flink.submit(CommitTrial.job(start, table));
    long committed = commit();
    figures.put("seconds", (committed - begin) / 1e9);
    if (!fromState) {
      figures.put("indexBootstrapSeconds", Gauges.most("indexBootstrapMillis") / 1e3);
    }
    checkpoint = flink.lastCheckpoint().getExternalPath();
    figures.put(
        "checkpointMb",
        Folders.size(Path.of(java.net.URI.create(checkpoint)).getParent()) / 1048576.0);
    System.gc();
    figures.put(
        "heapMb", ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1048576.0);
    flink.cancel();
    return figures;
  }

  /** Sends changes; gives the time at which they were committed. */
  private long commit() throws Exception {
    update++;
    int thisUpdate = update;
    StepSource.emit(
        rows.next(changes),
        number -> ProductTable.row(RowKind.UPDATE_AFTER, Product.of(number, thisUpdate)),
        flink);
    flink.checkpoint();
    return Commits.next(flink).nanoTime();
  }

  @Override
  public Map<String, Double> summary() throws Exception {
    return Map.of("versions", (double) DeltaLog.newestVersion(table));
  }

  @Override
  public void close() throws Exception {
    flink.close();
  }
}
