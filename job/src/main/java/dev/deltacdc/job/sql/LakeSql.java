/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.sql;

import dev.deltacdc.job.pipeline.SqlStatements;
import dev.deltacdc.job.pipeline.SqlText;
import dev.deltacdc.job.show.LocalJob;
import dev.deltacdc.job.show.RowPrinter;
import dev.deltacdc.job.show.Rows;
import dev.deltacdc.job.topology.Lake;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.config.TableConfigOptions;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.CloseableIterator;

/** Statements of Flink SQL over the tables of a lake, in batch mode and in this process. */
public final class LakeSql {

  /** Rows that are printed at once. */
  private static final int BATCH = 1_000;

  private final StreamTableEnvironment env;
  private final Lake lake;
  private final String file;
  private final Set<String> folders = new HashSet<>();

  /**
   * @param settings of Flink; those that begin with {@code flink.hadoop.} are the lake's
   * @param file what stands before the places in messages
   */
  public LakeSql(String location, Map<String, String> settings, String file) {
    this.lake = Lake.at(location, settings);
    this.file = file;
    Configuration configuration = LocalJob.configuration();
    configuration.set(TableConfigOptions.LOCAL_TIME_ZONE, "UTC");
    settings.forEach(configuration::setString);
    this.env =
        StreamTableEnvironment.create(
            StreamExecutionEnvironment.createLocalEnvironment(configuration),
            EnvironmentSettings.newInstance()
                .inBatchMode()
                .withConfiguration(configuration)
                .build());
    env.registerCatalog(LakeCatalog.NO_FOLDER, new LakeCatalog(lake, null));
    env.useCatalog(LakeCatalog.NO_FOLDER);
  }

  /**
   * Runs statements, each after the one before it; what is done when one fails stays.
   *
   * @return how many there were
   * @throws IllegalArgumentException for a statement that is wrong; the message is for the user
   */
  public int run(String text) throws Exception {
    List<SqlText> statements = SqlStatements.of(text);
    statements.forEach(statement -> SqlRefusals.check(statement, file));
    for (SqlText statement : statements) {
      nameFolders(statement);
      try {
        TableResult result = env.executeSql(statement.padded());
        result.await();
      } catch (ValidationException | TableException e) {
        throw SqlErrors.of(e, statement, file, lake);
      } catch (RuntimeException e) {
        throw SqlErrors.ofParser(e, statement, file, lake);
      }
    }
    return statements.size();
  }

  /**
   * Prints the rows of a query.
   *
   * @param limit of rows that are printed; the others are counted
   * @throws IllegalArgumentException for a query that is wrong; the message is for the user
   */
  public void query(String text, RowPrinter.Format format, int limit, PrintStream out)
      throws Exception {
    List<SqlText> statements = SqlStatements.of(text);
    if (statements.size() != 1) {
      throw new IllegalArgumentException(
          "Give one query; there are " + statements.size() + " statements.");
    }
    SqlText query = statements.get(0);
    SqlRefusals.checkQuery(query, file);
    nameFolders(query);
    Table table;
    CloseableIterator<RowData> rows;
    try {
      table = env.sqlQuery(query.padded());
      DataStream<RowData> result =
          env.toDataStream(
              table, table.getResolvedSchema().toPhysicalRowDataType().bridgedTo(RowData.class));
      rows = result.executeAndCollect("query");
    } catch (ValidationException | TableException e) {
      throw SqlErrors.of(e, query, file, lake);
    } catch (RuntimeException e) {
      throw SqlErrors.ofParser(e, query, file, lake);
    }
    RowType type = (RowType) table.getResolvedSchema().toPhysicalRowDataType().getLogicalType();
    try (rows) {
      print(rows, type, format, limit, out);
    }
  }

  private static void print(
      CloseableIterator<RowData> rows,
      RowType type,
      RowPrinter.Format format,
      int limit,
      PrintStream out)
      throws Exception {
    RowPrinter printer = RowPrinter.of(format);
    List<RowData> batch = new ArrayList<>();
    long total = 0;
    boolean more = false;
    while (rows.hasNext() && (total < limit || format == RowPrinter.Format.table)) {
      RowData row = rows.next();
      if (total++ < limit) {
        batch.add(row);
      }
      if (batch.size() == BATCH && format != RowPrinter.Format.table) {
        print(printer, new Rows(type, batch, total), more, out);
        batch.clear();
        more = true;
      }
    }
    if (!more || !batch.isEmpty()) {
      print(printer, new Rows(type, batch, total), more, out);
    }
  }

  private static void print(RowPrinter printer, Rows rows, boolean more, PrintStream out)
      throws Exception {
    if (more) {
      printer.printMore(rows, out);
    } else {
      printer.print(rows, out);
    }
  }

  /** Makes a catalog of each name that may be the first of three parts, or of two after USE. */
  private void nameFolders(SqlText statement) {
    List<String> words = statement.words().stream().map(SqlText.Word::text).toList();
    for (int i = 0; i + 4 < words.size(); i++) {
      if (words.get(i + 1).equals(".") && words.get(i + 3).equals(".")) {
        nameFolder(words.get(i));
      }
    }
    if (words.get(0).equalsIgnoreCase("USE") && words.size() > 2) {
      nameFolder(words.get(words.get(1).equalsIgnoreCase("CATALOG") ? 2 : 1));
    }
  }

  private void nameFolder(String word) {
    String folder = word.replace("`", "");
    if (folders.add(folder) && env.getCatalog(folder).isEmpty()) {
      env.registerCatalog(folder, new LakeCatalog(lake, folder));
    }
  }
}
