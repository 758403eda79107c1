/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import dev.deltacdc.delta.FileIds;
import dev.deltacdc.delta.LiveFile;
import dev.deltacdc.delta.TableSnapshot;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import javax.annotation.Nullable;

/**
 * The live files of the version that the next commit builds on, by file id. Loaded once, then kept
 * up to date from our commits; 600 to 800 bytes a file.
 */
final class LiveFiles {

  private final Map<Long, LiveFile> files = new HashMap<>();
  private long rows;

  static LiveFiles of(TableSnapshot snapshot) {
    LiveFiles loaded = new LiveFiles();
    // A file can get a vector only if its rows are counted in the log.
    snapshot.forEachLiveFile(file -> loaded.put(snapshot.withRecordCount(file)));
    return loaded;
  }

  @Nullable
  LiveFile get(long fileId) {
    return files.get(fileId);
  }

  /** Adds a file, or replaces what was known of it. */
  void put(LiveFile file) {
    LiveFile previous = files.put(FileIds.of(file.path()), file);
    if (previous != null) {
      if (!previous.path().equals(file.path())) {
        throw CommitErrors.wrongIndex(
            "the files " + previous.path() + " and " + file.path() + " have the same id");
      }
      rows -= previous.liveRows();
    }
    rows += file.liveRows();
  }

  void remove(LiveFile file) {
    LiveFile previous = files.remove(FileIds.of(file.path()));
    if (previous != null) {
      rows -= previous.liveRows();
    }
  }

  Collection<LiveFile> all() {
    return files.values();
  }

  int size() {
    return files.size();
  }

  long rows() {
    return rows;
  }
}
