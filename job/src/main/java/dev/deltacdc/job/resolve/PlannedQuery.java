/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.types.logical.RowType;

/**
 * A query to plan, checked.
 *
 * @param catalog the current catalog in which its names are read
 * @param database the current database
 * @param rowType the columns that the planner finds for it
 */
public record PlannedQuery(String sql, String catalog, String database, RowType rowType) {

  /** What each field of its rows is, for messages. */
  public List<String> fields(List<ResolvedExpectation> expectations) {
    List<String> fields = new ArrayList<>();
    for (String name : rowType.getFieldNames()) {
      fields.add(CdcFlow.clause(name).orElse("column " + name));
    }
    for (ResolvedExpectation expectation : expectations) {
      fields.set(expectation.field(), "constraint " + expectation.name());
    }
    return fields;
  }

  /** The query as a table; the environment's current catalog and database are left as they were. */
  public Table table(StreamTableEnvironment env) {
    String catalogBefore = env.getCurrentCatalog();
    Optional<String> databaseBefore = Optional.ofNullable(env.getCurrentDatabase());
    try {
      env.useCatalog(catalog);
      env.useDatabase(database);
      return env.sqlQuery(sql);
    } finally {
      env.useCatalog(catalogBefore);
      databaseBefore.ifPresent(env::useDatabase);
    }
  }
}
