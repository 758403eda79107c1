/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.delta.DataFile;
import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.delta.TableCommit;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import dev.deltacdc.job.pipeline.TableName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When a start without state on a table with rows is refused, and how it can be had. */
class LostStateTest {

  private static final String PIPELINE =
      """
      CREATE TABLE feed (id INT, v STRING, op STRING, ts TIMESTAMP_LTZ(6))
        WITH ('connector' = 'kafka', 'topic' = 'feed', 'format' = 'json',
          'properties.bootstrap.servers' = '127.0.0.1:9', 'scan.startup.mode' = 'latest-offset');
      CREATE TEMPORARY VIEW changes AS SELECT * FROM STREAM(feed);
      CREATE STREAMING TABLE customers;
      CREATE FLOW apply AS AUTO CDC INTO customers FROM STREAM(changes)
        KEYS (id) APPLY AS DELETE WHEN op = 'D' SEQUENCE BY ts COLUMNS * EXCEPT (op);
      """;

  private static final String SNAPSHOT =
      """
      CREATE SNAPSHOT TABLE days SNAPSHOT OF customers EVERY DAY EVENT TIME ts;
      """;

  private static final RowType TYPE =
      RowType.of(
          new LogicalType[] {
            new IntType(), new VarCharType(VarCharType.MAX_LENGTH), new LocalZonedTimestampType(6)
          },
          new String[] {"id", "v", "ts"});

  @TempDir Path temp;

  private void createTable(boolean withRows) {
    String path = temp.resolve("lake/customers").toString();
    DeltaTable table = DeltaTable.of(path, TYPE).withKeys(List.of("id"));
    TableSnapshot empty = TableStore.open(path, Map.of()).createOrCheck(table, true);
    if (!withRows) {
      return;
    }
    List<RowData> rows =
        List.of(
            GenericRowData.of(1, StringData.fromString("x"), TimestampData.fromEpochMillis(5)),
            GenericRowData.of(2, StringData.fromString("y"), null));
    List<DataFile> files = empty.dataFileWriter(TYPE, 1 << 20).write(Map.of(), rows.iterator());
    TableCommit commit = empty.newCommit();
    files.forEach(file -> commit.add(file, null));
    commit.commit();
  }

  private void build(String sql) throws Exception {
    build(sql, StartPoint.NO_STATE);
  }

  private void build(String sql, StartPoint start) throws Exception {
    PlannedJob.uids(temp, sql, start);
  }

  private static String set(String value) {
    return "SET 'start.without-state' = '" + value + "';\n";
  }

  @ParameterizedTest
  @ValueSource(strings = {"latest-offset", "timestamp", "group-offsets", "specific-offsets"})
  void aSourceThatLeavesEventsOutIsRefused(String mode) throws Exception {
    createTable(true);
    String more =
        switch (mode) {
          case "timestamp" -> "', 'scan.startup.timestamp-millis' = '1";
          case "group-offsets" -> "', 'properties.group.id' = 'g";
          case "specific-offsets" -> "', 'scan.startup.specific-offsets' = 'partition:0,offset:42";
          default -> "";
        };

    assertThatThrownBy(() -> build(PIPELINE.replace("latest-offset", mode + more)))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("Table customers has rows")
        .hasMessageEndingWith("[rows-without-state]")
        .hasMessageContaining("its source feed starts at '" + mode + "'")
        .hasMessageContaining("deletes left none")
        .hasMessageContaining("'start.without-state' = 'rebuild'")
        .hasMessageContaining("'start.without-state' = 'replay'");
  }

  @Test
  void whatIsAcceptedStarts() throws Exception {
    createTable(true);
    assertThatCode(() -> build(set("rebuild") + PIPELINE)).doesNotThrowAnyException();
    assertThatCode(() -> build(set("replay") + PIPELINE)).doesNotThrowAnyException();
    assertThatCode(() -> build(set("replay") + PIPELINE + SNAPSHOT)).doesNotThrowAnyException();
  }

  @Test
  void withoutDeletesTheRowsTellEnough() throws Exception {
    createTable(true);
    assertThatCode(() -> build(PIPELINE.replace("APPLY AS DELETE WHEN op = 'D'", "")))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"fail", "rebuild"})
  void whatReadsTheTableNeedsEveryEvent(String option) throws Exception {
    createTable(true);
    String reader = "CREATE STREAMING TABLE audit AS SELECT * FROM STREAM(customers);\n";
    assertThatThrownBy(() -> build(set(option) + PIPELINE + reader))
        .hasMessageContaining("Table customers has rows")
        .hasMessageContaining("what reads it would lack the changes of earlier events")
        .hasMessageNotContaining("'rebuild'")
        .hasMessageContaining("'replay'");
    assertThatCode(() -> build(set("replay") + PIPELINE + reader)).doesNotThrowAnyException();
  }

  @Test
  void aLocationThatIsReadAgainDoesNotTellWhatChangedBefore() throws Exception {
    createTable(true);
    Files.createDirectories(temp.resolve("exports"));
    String table =
        """
        CREATE TABLE exports (id INT, v STRING, ts TIMESTAMP_LTZ(6)) WITH ('connector' =
          'filesystem', 'path' = 'exports', 'format' = 'json', 'snapshot.version' = 'read-time');
        CREATE STREAMING TABLE customers;
        CREATE FLOW f AS AUTO CDC INTO customers FROM SNAPSHOT exports KEYS (id);
        """;
    assertThatCode(() -> build(table)).doesNotThrowAnyException();
    assertThatThrownBy(
            () ->
                build(
                    set("replay")
                        + table
                        + "CREATE STREAMING TABLE audit AS SELECT * FROM STREAM(customers);\n"))
        .hasMessageContaining("source exports is read as it is now: what reads the table")
        .hasMessageContaining(
            "One that ends by itself leaves none: run such a pipeline with --mode triggered")
        .hasMessageContaining("--full-refresh customers and of all that reads it");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fail", "rebuild"})
  void snapshotsNeedEveryEvent(String option) throws Exception {
    createTable(true);
    assertThatThrownBy(() -> build(set(option) + PIPELINE + SNAPSHOT))
        .hasMessageContaining("snapshot days would lack every row")
        .hasMessageNotContaining("'rebuild'")
        .hasMessageContaining("'replay'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SEQUENCE BY ts | SEQUENCE BY COALESCE(ts, TO_TIMESTAMP_LTZ(0, 3))",
        "SEQUENCE BY ts | SEQUENCE BY STRUCT(ts, op)",
        "COLUMNS * EXCEPT (op) | COLUMNS id, v",
      })
  void aSequenceThatIsNoColumnIsNotInTheRows(String was, String now) throws Exception {
    if (now.startsWith("COLUMNS")) {
      createTableWithoutTime();
    } else {
      createTable(true);
    }
    String sql = PIPELINE.replace(was, now).replace("APPLY AS DELETE WHEN op = 'D'", "");
    assertThatThrownBy(() -> build(set("rebuild") + sql))
        .hasMessageContaining("SEQUENCE BY is no column of the table")
        .hasMessageContaining("'replay'");
  }

  private void createTableWithoutTime() {
    String path = temp.resolve("lake/customers").toString();
    RowType type = new RowType(TYPE.getFields().subList(0, 2));
    TableSnapshot empty =
        TableStore.open(path, Map.of())
            .createOrCheck(DeltaTable.of(path, type).withKeys(List.of("id")), true);
    List<RowData> rows = List.of(GenericRowData.of(1, StringData.fromString("x")));
    TableCommit commit = empty.newCommit();
    empty
        .dataFileWriter(type, 1 << 20)
        .write(Map.of(), rows.iterator())
        .forEach(file -> commit.add(file, null));
    commit.commit();
  }

  @Test
  void thereIsNothingToLoseElsewhere() throws Exception {
    createTable(false);
    assertThatCode(() -> build(PIPELINE)).as("no rows").doesNotThrowAnyException();
  }

  @Test
  void sourcesThatStartAtTheirBeginningBringTheOrderBack() throws Exception {
    createTable(true);
    assertThatCode(() -> build(PIPELINE.replace("latest-offset", "earliest-offset") + SNAPSHOT))
        .doesNotThrowAnyException();
    assertThatCode(
            () -> build(PIPELINE.replace(", 'scan.startup.mode' = 'latest-offset'", "") + SNAPSHOT))
        .doesNotThrowAnyException();
  }

  @Test
  void stateMakesItRight() throws Exception {
    createTable(true);
    Map<String, Integer> known = Map.of("flow/apply", 0, "table/customers", 0);
    assertThatCode(() -> build(PIPELINE, new StartPoint(known, Set.of(), Set.of(), Set.of(), true)))
        .doesNotThrowAnyException();
    // Where only the operators know whether there is state, they refuse.
    assertThatCode(
            () -> build(PIPELINE, new StartPoint(Map.of(), Set.of(), Set.of(), Set.of(), false)))
        .doesNotThrowAnyException();
  }

  /** A refresh would empty the table for good. */
  @Test
  void aRefreshThatBringsNothingBackIsRefused() throws Exception {
    createTable(true);
    StartPoint refresh =
        new StartPoint(Map.of(), Set.of(), Set.of(TableName.of("customers")), Set.of(), true);
    assertThatThrownBy(() -> build(PIPELINE, refresh))
        .isInstanceOf(PipelineException.class)
        .hasMessageContaining("Table customers is to be filled anew")
        .hasMessageContaining("its source feed starts at 'latest-offset'")
        .hasMessageContaining("'start.without-state' = 'replay'");
    assertThatCode(() -> build(set("replay") + PIPELINE, refresh)).doesNotThrowAnyException();
    // In application mode the same start is tried again after it has begun.
    StartPoint again =
        new StartPoint(
            Map.of(),
            Set.of(),
            Set.of(TableName.of("customers")),
            Set.of(TableName.of("customers")),
            true);
    assertThatCode(() -> build(PIPELINE, again)).doesNotThrowAnyException();
    assertThatCode(() -> build(PIPELINE.replace("latest-offset", "earliest-offset"), refresh))
        .doesNotThrowAnyException();
  }

  @Test
  void aRefreshMayNotEmptyTheSnapshotOfAnEmptyTableEither() throws Exception {
    createTable(false);
    String path = temp.resolve("lake/days").toString();
    List<RowType.RowField> fields = new ArrayList<>(TYPE.getFields());
    fields.add(new RowType.RowField("snapshot_date", new DateType()));
    RowType type = new RowType(fields);
    TableSnapshot empty =
        TableStore.open(path, Map.of())
            .createOrCheck(
                DeltaTable.of(path, type)
                    .withKeys(List.of("id", "snapshot_date"))
                    .partitionedBy(List.of("snapshot_date")),
                true);
    TableCommit commit = empty.newCommit();
    List<RowData> rows = List.of(GenericRowData.of(1, StringData.fromString("x"), null, 9));
    empty
        .dataFileWriter(type, 1 << 20)
        .write(Map.of("snapshot_date", "1970-01-10"), rows.iterator())
        .forEach(file -> commit.add(file, null));
    commit.commit();
    StartPoint refresh =
        new StartPoint(Map.of(), Set.of(), Set.of(TableName.of("customers")), Set.of(), true);
    assertThatThrownBy(() -> build(PIPELINE + SNAPSHOT, refresh))
        .hasMessageContaining("Table customers is to be filled anew");
  }

  @Test
  void theOperatorRefusesWhenThereAreRows() throws Exception {
    createTable(false);
    TargetRows rows =
        new TargetRows(
            temp.resolve("lake/customers").toString(),
            Map.of(),
            List.of("id", "ts"),
            "not without state");
    List<String> visited = new ArrayList<>();
    rows.forEach(row -> visited.add(row.getInt(0) + "@" + row.isNullAt(1)));
    assertThat(visited).isEmpty();

    createTable(true);
    assertThatThrownBy(() -> rows.forEach(row -> visited.add("x")))
        .isInstanceOf(SuppressRestartsException.class)
        .hasStackTraceContaining("not without state");
    new TargetRows(rows.path(), rows.hadoop(), rows.columns(), null)
        .forEach(row -> visited.add(row.getInt(0) + "@" + row.isNullAt(1)));
    assertThat(visited).containsExactly("1@false", "2@true");
    assertThatCode(
            () ->
                new TargetRows(temp.resolve("none").toString(), Map.of(), rows.columns(), "no")
                    .forEach(row -> visited.add("x")))
        .doesNotThrowAnyException();
  }
}
