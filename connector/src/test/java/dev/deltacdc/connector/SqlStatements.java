/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.connector;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.ResultKind;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableResult;

/** What a user of the SQL client types, one statement an argument; prints rows, a line each. */
public final class SqlStatements {

  private SqlStatements() {}

  public static void main(String[] statements) throws Exception {
    TableEnvironment sql = TableEnvironment.create(EnvironmentSettings.inBatchMode());
    for (String statement : statements) {
      TableResult result = sql.executeSql(statement);
      if (statement.startsWith("INSERT")) {
        result.await();
      } else if (result.getResultKind() == ResultKind.SUCCESS_WITH_CONTENT) {
        List<String> rows = new ArrayList<>();
        result.collect().forEachRemaining(row -> rows.add(row.toString()));
        Collections.sort(rows);
        rows.forEach(row -> System.out.println("row " + row));
      }
    }
  }
}
