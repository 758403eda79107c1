/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.TableName;
import java.util.List;
import javax.annotation.Nullable;

/** What a query can read: a source, a view or a target of the same file. */
public sealed interface Relation permits ResolvedSource, ResolvedView, ReadTarget {

  TableName name();

  /** The table whose rows the topology supplies, {@code null} if Flink has all it needs. */
  @Nullable
  ScanTable scan();

  /** Statements for {@code executeSql} that make the relation known under its own name. */
  List<String> statements();
}
