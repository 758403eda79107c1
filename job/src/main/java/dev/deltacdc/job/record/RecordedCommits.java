/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.record;

import dev.deltacdc.sink.CommitReport;
import dev.deltacdc.sink.CommitReporter;
import java.util.List;

/** Records the commits of one table. */
public final class RecordedCommits implements CommitReporter {
  private static final long serialVersionUID = 1L;

  private final RunFolder folder;
  private transient RunFile file;

  public RecordedCommits(RunFolder folder) {
    this.folder = folder;
  }

  @Override
  public void committed(String table, CommitReport report) {
    if (file == null) {
      file = folder.file("table-" + FileName.of(table));
    }
    file.add(List.of(RunEvents.committed(table, report)));
  }
}
