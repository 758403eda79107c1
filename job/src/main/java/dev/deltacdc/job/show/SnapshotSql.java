/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.show;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.SqlParserException;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.CloseableIterator;

/** One version of a table in Flink's SQL, in batch mode. */
final class SnapshotSql {
  private static final String COUNT = "rows";

  private final StreamTableEnvironment env;
  private final String table;
  private final RowType type;

  SnapshotSql(LakePath table, Map<String, String> hadoop, long version, RowType type) {
    this.type = type;
    this.table = quoted(table.name());
    StreamExecutionEnvironment streams =
        StreamExecutionEnvironment.createLocalEnvironment(1, LocalJob.configuration());
    env = StreamTableEnvironment.create(streams, EnvironmentSettings.inBatchMode());
    env.getConfig().setLocalTimeZone(ZoneOffset.UTC);
    SnapshotCatalog catalog = new SnapshotCatalog(table.path(), hadoop, version, type);
    env.registerCatalog(SnapshotCatalog.NAME, catalog);
    env.useCatalog(SnapshotCatalog.NAME);
    catalog.declare(table.name());
  }

  long count(String where) throws Exception {
    return collect(plan("SELECT COUNT(*) FROM " + table, where, ""), where, 1).get(0).getLong(0);
  }

  Rows rows(String where, int limit) throws Exception {
    List<RowData> rows =
        collect(plan("SELECT * FROM " + table, where, " LIMIT " + limit), where, limit);
    // Only where the limit cut something off is there more to count.
    return new Rows(type, rows, rows.size() < limit ? rows.size() : count(where));
  }

  Rows countBy(List<String> columns, @Nullable String where) throws Exception {
    String by = columns.stream().map(SnapshotSql::quoted).collect(Collectors.joining(", "));
    Table counts =
        plan(
            "SELECT " + by + ", COUNT(*) AS " + quoted(countBeside(columns)) + " FROM " + table,
            where,
            " GROUP BY " + by + " ORDER BY " + by);
    List<RowData> rows = collect(counts, where, Integer.MAX_VALUE);
    return new Rows(
        (RowType) counts.getResolvedSchema().toPhysicalRowDataType().getLogicalType(),
        rows,
        rows.size());
  }

  /** A name that none of the columns has. */
  private static String countBeside(List<String> columns) {
    String name = COUNT;
    while (columns.contains(name)) {
      name = name + "_";
    }
    return name;
  }

  /**
   * The condition stands on lines of its own, so that a position in an error is one in the
   * condition.
   */
  private Table plan(String select, @Nullable String where, String rest) {
    try {
      return env.sqlQuery(
          where == null ? select + rest : select + " WHERE (\n" + where + "\n)" + rest);
    } catch (ValidationException | SqlParserException e) {
      throw inCondition(e, where);
    }
  }

  private IllegalArgumentException inCondition(Exception e, @Nullable String where) {
    return new IllegalArgumentException(
        ConditionErrors.of(e, where == null ? "" : where, type.getFieldNames()), e);
  }

  private List<RowData> collect(Table query, @Nullable String where, int atMost) throws Exception {
    List<RowData> rows = new ArrayList<>();
    RowType result = (RowType) query.getResolvedSchema().toPhysicalRowDataType().getLogicalType();
    DataStream<RowData> stream;
    try {
      stream =
          env.toDataStream(
              query, query.getResolvedSchema().toPhysicalRowDataType().bridgedTo(RowData.class));
    } catch (RuntimeException e) {
      // Some types are compared only when code is generated for the condition.
      throw inCondition(e, where);
    }
    try (CloseableIterator<RowData> found =
        stream.executeAndCollect("show " + result.asSummaryString())) {
      while (rows.size() < atMost && found.hasNext()) {
        rows.add(found.next());
      }
    }
    return rows;
  }

  private static String quoted(String name) {
    return '`' + name.replace("`", "``") + '`';
  }
}
