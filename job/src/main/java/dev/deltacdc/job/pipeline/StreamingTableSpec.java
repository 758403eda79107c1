/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;

/**
 * {@code CREATE [OR REFRESH] STREAMING TABLE}. An {@code AS SELECT} is an {@link AppendFlowSpec} of
 * the table's name beside it, a {@code FLOW} such a {@link CdcFlowSpec}.
 *
 * @param materializedView whether it is the table of {@code CREATE MATERIALIZED VIEW}, whose query
 *     is the {@link MaterializedViewSpec} of its name
 * @param columns empty: those of the flows
 */
public record StreamingTableSpec(
    TableName name,
    boolean materializedView,
    List<ColumnSpec> columns,
    List<ExpectationSpec> expectations,
    List<Identifier> partitionedBy,
    List<Identifier> clusteredBy,
    @Nullable String comment,
    List<OptionSpec> tblProperties,
    Position position)
    implements Statement {

  public StreamingTableSpec {
    columns = List.copyOf(columns);
    expectations = List.copyOf(expectations);
    partitionedBy = List.copyOf(partitionedBy);
    clusteredBy = List.copyOf(clusteredBy);
    tblProperties = List.copyOf(tblProperties);
  }

  public Map<String, String> properties() {
    Map<String, String> properties = new LinkedHashMap<>();
    tblProperties.forEach(option -> properties.put(option.key().text(), option.value().text()));
    return properties;
  }
}
