/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

/** A statement of the pipeline file. */
public sealed interface Statement
    permits SettingSpec,
        SourceSpec,
        ViewSpec,
        StreamingTableSpec,
        CdcFlowSpec,
        AppendFlowSpec,
        MaterializedViewSpec,
        SnapshotSpec {

  /** Where the statement starts. */
  Position position();
}
