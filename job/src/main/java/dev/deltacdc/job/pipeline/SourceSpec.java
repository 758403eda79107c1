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
 * @param columns the text between the parentheses: columns, watermark, constraints, in Flink's SQL
 */
public record SourceSpec(TableName name, SqlText columns, List<OptionSpec> with, Position position)
    implements Statement {

  public SourceSpec {
    with = List.copyOf(with);
  }

  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    with.forEach(option -> options.put(option.key().text(), option.value().text()));
    return options;
  }
}
