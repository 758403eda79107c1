/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code CREATE TABLE … WITH (…)}: a source.
 *
 * @param columns the text between the parentheses: columns, watermark, constraints, in Flink's SQL;
 *     empty if they are to be those of the Delta table
 */
public record SourceSpec(TableName name, SqlText columns, List<OptionSpec> with, Position position)
    implements Statement {

  public SourceSpec {
    with = List.copyOf(with);
  }

  /** A source that stands in no statement, where its name stands. */
  public static SourceSpec of(
      TableName name, String columns, String connector, String option, String value) {
    return new SourceSpec(
        name,
        new SqlText(columns, name.position()),
        List.of(option(name, "connector", connector), option(name, option, value)),
        name.position());
  }

  private static OptionSpec option(TableName name, String key, String value) {
    return new OptionSpec(new Literal(key, name.position()), new Literal(value, name.position()));
  }

  static SqlText noColumns(TableName name) {
    return new SqlText("", name.position());
  }

  public boolean hasColumns() {
    return !columns.text().isEmpty();
  }

  /** The same with columns that were left out. */
  public SourceSpec withColumns(String sql) {
    return new SourceSpec(name, new SqlText(sql, columns.position()), with, position);
  }

  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    with.forEach(option -> options.put(option.key().text(), option.value().text()));
    return options;
  }
}
