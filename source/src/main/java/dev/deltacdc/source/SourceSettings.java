/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source;

import dev.deltacdc.delta.FileFilter;
import dev.deltacdc.delta.OriginColumn;
import dev.deltacdc.delta.TableLayout;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;

/**
 * What a Delta source does, as its parts get it.
 *
 * @param path the table
 * @param hadoop settings for its file system
 * @param layout of the table when the job was built
 * @param columns that are read, by name
 * @param origin columns that follow them
 * @param filter by which files are left out; null for none
 * @param skipChangeCommits whether commits that update or delete rows are skipped whole
 * @param ignoreDeletes whether commits that only delete rows are skipped
 * @param untilNow whether the read ends with the newest version at its start. The state is that of
 *     one without end: a later job goes on from it
 * @param monitorInterval how often the log is looked at when there was nothing new
 */
public record SourceSettings(
    String path,
    Map<String, String> hadoop,
    TableLayout layout,
    List<String> columns,
    List<OriginColumn> origin,
    @Nullable FileFilter filter,
    StartAt start,
    boolean skipChangeCommits,
    boolean ignoreDeletes,
    boolean untilNow,
    Duration monitorInterval)
    implements Serializable {

  public SourceSettings {
    hadoop = Map.copyOf(hadoop);
    columns = List.copyOf(columns);
    origin = List.copyOf(origin);
  }

  /** Whether the read ends. */
  public boolean isBounded() {
    return start.isSnapshotOnly() || untilNow;
  }
}
