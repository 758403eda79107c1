/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.SqlText;
import java.util.Collection;
import java.util.stream.Collectors;
import org.apache.flink.table.catalog.ObjectIdentifier;

/** Pieces of SQL text. */
final class Sql {

  private Sql() {}

  static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  /** Whether an expression is just a column. */
  static boolean isColumn(SqlText expression, String column) {
    String text = expression.text().strip();
    return text.equals(column) || text.equals(quoted(column));
  }

  static String string(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  static String list(Collection<String> names) {
    return names.stream().map(Sql::quoted).collect(Collectors.joining(", "));
  }

  static String view(ObjectIdentifier name, String query) {
    return "CREATE TEMPORARY VIEW " + name.asSerializableString() + " AS " + query;
  }
}
