/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import java.util.List;

/**
 * The statements of a file, in its order.
 *
 * @param file the file's name for messages
 * @param complete whether every statement could be read; if not, a name that no statement declares
 *     may be that of one which could not
 */
public record Pipeline(String file, List<Statement> statements, boolean complete) {

  public Pipeline {
    statements = List.copyOf(statements);
  }

  public List<SettingSpec> settings() {
    return all(SettingSpec.class);
  }

  public List<SourceSpec> sources() {
    return all(SourceSpec.class);
  }

  public List<ViewSpec> views() {
    return all(ViewSpec.class);
  }

  public List<StreamingTableSpec> tables() {
    return all(StreamingTableSpec.class);
  }

  public List<CdcFlowSpec> cdcFlows() {
    return all(CdcFlowSpec.class);
  }

  public List<AppendFlowSpec> appendFlows() {
    return all(AppendFlowSpec.class);
  }

  public List<MaterializedViewSpec> materializedViews() {
    return all(MaterializedViewSpec.class);
  }

  public List<SnapshotSpec> snapshots() {
    return all(SnapshotSpec.class);
  }

  private <T extends Statement> List<T> all(Class<T> kind) {
    return statements.stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}
