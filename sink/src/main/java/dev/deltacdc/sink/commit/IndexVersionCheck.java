/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import dev.deltacdc.delta.TableStore;
import dev.deltacdc.sink.write.WriterResult;
import javax.annotation.Nullable;

/**
 * Checks that all writers opened the committer's table, that their index was built from one version
 * of it, and that no file changed between that version and the one on which the committer started.
 */
final class IndexVersionCheck {

  private final CommitterSettings settings;
  private final TableStore store;
  private final String tableId;
  private final long startVersion;
  private final long restoredIndexVersion;
  private @Nullable Long accepted;

  /**
   * @param table that stands at the version on which this run's first commit builds
   * @param restoredIndexVersion of a restored index that fits the table, or -1
   */
  IndexVersionCheck(
      CommitterSettings settings,
      TableStore store,
      FollowedTable table,
      long restoredIndexVersion) {
    this.settings = settings;
    this.store = store;
    this.tableId = table.tableId();
    this.startVersion = table.version();
    this.restoredIndexVersion = restoredIndexVersion;
  }

  void require(WriterResult result) {
    if (result.tableId() != null && !result.tableId().equals(tableId)) {
      throw new IllegalStateException(
          "A writer of '"
              + settings.name()
              + "' opened another table at "
              + store.path()
              + " than the committer: it was dropped and created again in between. A restart opens"
              + " the new one.");
    }
    long indexVersion = result.indexVersion();
    if (!settings.upsert() || Long.valueOf(indexVersion).equals(accepted)) {
      return;
    }
    if (accepted != null) {
      throw new IllegalStateException(
          "Writers of '"
              + settings.name()
              + "' built their index from different versions of the table ("
              + accepted
              + " and "
              + indexVersion
              + "): somebody wrote to it in between. A restart builds it anew.");
    }
    if (indexVersion != restoredIndexVersion) {
      requireUnchanged(Math.min(indexVersion, startVersion), Math.max(indexVersion, startVersion));
    }
    accepted = indexVersion;
  }

  /** The version of all results so far; before the first one, that of a restored index. */
  long accepted() {
    return accepted == null ? restoredIndexVersion : accepted;
  }

  private void requireUnchanged(long from, long to) {
    if (from == to) {
      return;
    }
    store
        .history()
        .forEachSince(
            from,
            change -> {
              if (change.version() <= to && !change.files().isEmpty()) {
                throw new IllegalStateException(
                    "The index of '"
                        + settings.name()
                        + "' doesn't fit: version "
                        + change.version()
                        + " ("
                        + change.operation()
                        + ") changed the table while the index was built. A restart builds it"
                        + " anew.");
              }
            });
  }
}
