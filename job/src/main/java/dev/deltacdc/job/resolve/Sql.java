/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import java.util.Collection;
import java.util.stream.Collectors;
import org.apache.flink.table.catalog.ObjectIdentifier;

/** Pieces of SQL text. */
final class Sql {

  private Sql() {}

  static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
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
