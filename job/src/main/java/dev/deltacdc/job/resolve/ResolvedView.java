/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.TableName;
import java.util.List;
import javax.annotation.Nullable;

/**
 * A view of the file. Without expectations it is {@code statements} alone. With them, {@code query}
 * yields [columns][expectation BOOLEANs][origin ROW, if {@code scan.hasOrigin}]; its rows that
 * pass, without the BOOLEANs, are the rows of {@code scan}.
 *
 * @param comment {@code null} if none
 * @param reads the tables and views that its query reads
 */
public record ResolvedView(
    TableName name,
    @Nullable String comment,
    List<TableName> reads,
    List<ResolvedExpectation> expectations,
    @Nullable PlannedQuery query,
    @Nullable ScanTable scan,
    List<String> statements)
    implements Relation {

  public ResolvedView {
    reads = List.copyOf(reads);
    expectations = List.copyOf(expectations);
    statements = List.copyOf(statements);
  }
}
