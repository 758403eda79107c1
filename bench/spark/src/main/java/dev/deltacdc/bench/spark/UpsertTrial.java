/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.spark;

import dev.deltacdc.bench.common.Arguments;
import dev.deltacdc.bench.common.Trial;
import dev.deltacdc.bench.common.TrialProcess;
import dev.deltacdc.bench.common.upserts.CommitCurve;
import dev.deltacdc.bench.common.upserts.EventFiles;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;

/**
 * Spark Structured Streaming with {@code foreachBatch} and MERGE into a Delta table with deletion
 * vectors, one batch after the other without a pause. The load is written at once and without
 * MERGE, which is not measured. Argument {@code batchFiles} is how many files of {@link
 * EventFiles#FILE_EVENTS} events make a batch: more of them raise the speed, and the time that a
 * change takes to be seen. The changes behind the first {@code most} are passed over.
 */
public final class UpsertTrial implements Trial {

  private static final String SCHEMA =
      "id STRING, name STRING, stock INT, price DOUBLE, op STRING, seq BIGINT, updated_at"
          + " TIMESTAMP";

  /** The newest event of each key, since MERGE refuses two; older ones than the table's are out. */
  private static final String MERGE =
      """
      MERGE INTO delta.`%s` t
      USING (SELECT newest.* FROM (SELECT max_by(struct(*), seq) AS newest FROM changes GROUP BY id)) s
      ON t.id = s.id
      WHEN MATCHED AND s.seq > t.seq AND s.op = 'D' THEN DELETE
      WHEN MATCHED AND s.seq > t.seq THEN UPDATE SET *
      WHEN NOT MATCHED AND s.op <> 'D' THEN INSERT *
      """;

  private final EventFiles events;
  private final int batchFiles;
  private final Path work;
  private final String table;
  private final long measured;
  private final CommitCurve curve = new CommitCurve();

  /** Events of the load that no commit was said to hold yet: the first batch counts as its end. */
  private long loaded;

  private long left;

  private UpsertTrial(Arguments arguments) {
    this.events = EventFiles.of(arguments);
    this.batchFiles = (int) arguments.number("batchFiles");
    this.work = arguments.work();
    this.table = work.resolve("products").toString();
    this.loaded = events.load();
    this.measured = Math.min(events.changes(), arguments.number("most"));
    this.left = measured;
  }

  public static void main(String[] args) {
    TrialProcess.serve(args, UpsertTrial::new);
  }

  @Override
  public Map<String, Double> run() throws Exception {
    try (SparkSession spark = DeltaSpark.start(work)) {
      load(spark);
      spark
          .readStream()
          .schema(SCHEMA)
          .option("maxFilesPerTrigger", batchFiles)
          .json(events.changesFolder().toString())
          .writeStream()
          .option("checkpointLocation", work.resolve("checkpoint").toString())
          .trigger(Trigger.AvailableNow())
          .foreachBatch((VoidFunction2<Dataset<Row>, Long>) (batch, id) -> merge(batch))
          .start()
          .awaitTermination();
      return curve.figures(events.load(), events.load() + measured);
    }
  }

  private void load(SparkSession spark) {
    spark
        .read()
        .schema(SCHEMA)
        .json(events.loadFolder().toString())
        .drop("op")
        .write()
        .format("delta")
        .option("delta.enableDeletionVectors", "true")
        .save(table);
  }

  private void merge(Dataset<Row> batch) {
    if (left == 0) {
      return;
    }
    batch.createOrReplaceTempView("changes");
    batch.sparkSession().sql(MERGE.formatted(table));
    long held = Math.min(left, (long) batchFiles * EventFiles.FILE_EVENTS);
    left -= held;
    curve.add(System.currentTimeMillis(), loaded + held);
    loaded = 0;
  }
}
