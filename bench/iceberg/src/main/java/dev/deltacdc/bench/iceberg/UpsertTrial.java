/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.iceberg;

import dev.deltacdc.bench.common.Arguments;
import dev.deltacdc.bench.common.Trial;
import dev.deltacdc.bench.common.TrialProcess;
import dev.deltacdc.bench.common.upserts.CommitCurve;
import dev.deltacdc.bench.common.upserts.EventFiles;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.hadoop.HadoopTables;

/**
 * Iceberg's Flink sink in upsert mode, in Flink SQL with Flink's JSON format, as its documentation
 * shows it: for each event a row and the delete of all earlier rows of its key, which is not looked
 * up; readers must apply these deletes. The order is that of arrival, no event is checked, and a
 * delete could not be told from an upsert.
 */
public final class UpsertTrial implements Trial {

  private static final String COLUMNS =
      "id STRING NOT NULL, name STRING, stock INT, price DOUBLE, seq BIGINT, updated_at"
          + " TIMESTAMP_LTZ(6)";

  private final Arguments arguments;
  private final EventFiles events;

  private UpsertTrial(Arguments arguments) {
    this.arguments = arguments;
    this.events = EventFiles.of(arguments);
  }

  public static void main(String[] args) {
    TrialProcess.serve(args, UpsertTrial::new);
  }

  @Override
  public Map<String, Double> run() throws Exception {
    String warehouse = arguments.work().resolve("warehouse").toUri().toString();
    StreamTableEnvironment tables =
        StreamTableEnvironment.create(
            StreamExecutionEnvironment.getExecutionEnvironment(configuration()));
    tables.executeSql(
        "CREATE CATALOG lake WITH ('type' = 'iceberg', 'catalog-type' = 'hadoop', 'warehouse' = '"
            + warehouse
            + "')");
    tables.executeSql("CREATE DATABASE lake.db");
    tables.executeSql(
        "CREATE TABLE lake.db.products ("
            + COLUMNS
            + ", PRIMARY KEY (id) NOT ENFORCED) WITH ('format-version' = '2',"
            + " 'write.upsert.enabled' = 'true')");
    tables.executeSql(
        "CREATE TABLE feed (op STRING, "
            + COLUMNS
            + ") WITH ("
            + source()
            + ", 'format' = 'json',"
            + " 'json.timestamp-format.standard' = 'ISO-8601')");
    tables
        .executeSql(
            "INSERT INTO lake.db.products SELECT id, name, stock, price, seq, updated_at FROM feed")
        .await();
    return commits(new HadoopTables().load(warehouse + "/db/products"))
        .figures(events.load(), events.events());
  }

  private String source() {
    if (arguments.text("source").equals("kafka")) {
      return "'connector' = 'kafka', 'topic' = '"
          + events.folder().getFileName()
          + "', 'properties.bootstrap.servers' = '"
          + arguments.text("broker", "127.0.0.1:9092")
          + "', 'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset'";
    }
    return "'connector' = 'filesystem', 'path' = '" + events.folder().toUri() + "'";
  }

  private Configuration configuration() {
    Configuration configuration = new Configuration();
    configuration.setString("parallelism.default", "2");
    configuration.setString("execution.checkpointing.interval", arguments.text("interval", "10 s"));
    configuration.setString(
        "execution.checkpointing.dir", arguments.work().resolve("checkpoints").toUri().toString());
    return configuration;
  }

  private static CommitCurve commits(Table table) {
    CommitCurve curve = new CommitCurve();
    for (Snapshot snapshot : table.snapshots()) {
      curve.add(
          snapshot.timestampMillis(),
          Long.parseLong(snapshot.summary().getOrDefault("added-records", "0")));
    }
    return curve;
  }
}
