/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.source.SourceSchema;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;

/**
 * A source of the file.
 *
 * @param schema the physical and metadata columns as declared, without the origin column: what its
 *     records give
 * @param scan {@code null} for a connector of Flink's own: {@code statements} declare it as written
 */
public record ResolvedSource(
    TableName name,
    SourceSchema schema,
    Map<String, String> options,
    @Nullable ScanTable scan,
    List<String> statements)
    implements Relation {

  public ResolvedSource {
    options = Map.copyOf(options);
    statements = List.copyOf(statements);
  }

  /** Without options and statements, which may hold secrets. */
  @Override
  public String toString() {
    return "ResolvedSource[" + name + ", " + schema.rowType().asSummaryString() + "]";
  }
}
