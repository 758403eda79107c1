/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import dev.deltacdc.delta.LiveFile;
import dev.deltacdc.sink.CommitReport;
import dev.deltacdc.sink.CommitReport.Kind;
import dev.deltacdc.sink.write.WriterResult;
import java.util.List;

/** Reports of commits, out of what they were made of. */
final class CommitReports {

  private CommitReports() {}

  /** Of a commit that was just made. */
  static CommitReport written(
      long version,
      long checkpointId,
      List<WriterResult> results,
      MergedResults change,
      int filesAdded,
      int filesRemoved,
      long millis) {
    return new CommitReport(
        Kind.WRITE,
        version,
        checkpointId,
        firstEpoch(results, checkpointId),
        checkpointId,
        change.rowsWritten(),
        change.rowsDeleted(),
        change.rowsUpdated(),
        filesAdded,
        filesRemoved,
        millis,
        false);
  }

  /** Of a commit that was made before a failure; the files that it removed are not known. */
  static CommitReport recovered(
      long version, long checkpointId, List<WriterResult> results, MergedResults change) {
    return new CommitReport(
        Kind.WRITE,
        version,
        checkpointId,
        firstEpoch(results, checkpointId),
        checkpointId,
        change.rowsWritten(),
        change.rowsDeleted(),
        change.rowsUpdated(),
        change.files().size(),
        0,
        0,
        true);
  }

  static CommitReport retention(long version, long checkpointId, List<LiveFile> removed) {
    return new CommitReport(
        Kind.RETENTION,
        version,
        checkpointId,
        checkpointId,
        checkpointId,
        0,
        removed.stream().mapToLong(LiveFile::liveRows).sum(),
        0,
        0,
        removed.size(),
        0,
        false);
  }

  /** Writers send a result at every barrier, also an empty one. */
  private static long firstEpoch(List<WriterResult> results, long checkpointId) {
    return results.stream().mapToLong(WriterResult::epoch).min().orElse(checkpointId);
  }
}
