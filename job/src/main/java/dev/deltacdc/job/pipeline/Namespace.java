/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;

/** The catalog and database that {@code USE} has set; both {@code null} at the file's start. */
public record Namespace(@Nullable String catalog, @Nullable String database) {

  /** The database of a catalog until USE names another. */
  public static final String DEFAULT_DATABASE = "default";

  public static final Namespace NONE = new Namespace(null, null);

  /** The name with this namespace before it, as far as it is shorter than three parts. */
  public TableName qualify(List<String> parts, Position position) {
    List<String> full = new ArrayList<>(parts);
    if (full.size() == 1 && database != null) {
      full.add(0, database);
    }
    if (full.size() == 2 && catalog != null) {
      full.add(0, catalog);
    }
    return new TableName(full, position);
  }
}
