/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source.enumerate;

import dev.deltacdc.delta.FilePruning;
import dev.deltacdc.delta.LogTail;
import dev.deltacdc.delta.TableLayout;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import dev.deltacdc.delta.VersionContent;
import dev.deltacdc.delta.VersionFile;
import dev.deltacdc.source.SourceSettings;
import dev.deltacdc.source.split.DeltaSplit;
import dev.deltacdc.source.split.EnumeratorState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import javax.annotation.Nullable;

/** Looks for files to read, in the order of versions. Used by one thread. */
final class Discovery {

  private final SourceSettings settings;
  private final FilePruning pruning;
  private final @Nullable EnumeratorState restored;
  private @Nullable TableStore store;
  private @Nullable LogTail tail;

  Discovery(SourceSettings settings, @Nullable EnumeratorState restored) {
    this.settings = settings;
    this.pruning = new FilePruning(settings.layout(), settings.filter());
    this.restored = restored;
  }

  /** The files of the next version that has some; without files when there is none yet. */
  Found look() {
    return tail == null ? start() : next();
  }

  private Found start() {
    store = TableStore.open(settings.path(), settings.hadoop());
    TableSnapshot newest = store.latest();
    requireTable(newest);
    if (restored != null && restored.started()) {
      requireSameFeed(restored);
      requireNotOlder(newest, restored.version());
      return follow(restored.version(), List.of(), newest);
    }
    return switch (settings.start().kind()) {
      case CHANGES -> follow(firstKnown(newest), List.of(), newest);
      case SNAPSHOT, SNAPSHOT_AND_CHANGES -> {
        TableSnapshot snapshot =
            settings.start().isNewest() ? newest : newest.upTo(settings.start().version());
        requireFeed(snapshot.layout());
        requireReadable(snapshot.layout());
        yield follow(snapshot.version(), files(snapshot), newest);
      }
    };
  }

  private Found follow(long version, List<DeltaSplit> splits, TableSnapshot newest) {
    tail = store.tail(settings.layout(), version, pruning);
    return new Found(version, splits, newest.version());
  }

  private long firstKnown(TableSnapshot newest) {
    if (settings.start().isNewest()) {
      requireFeed(newest.layout());
      return newest.version();
    }
    long first = settings.start().version();
    if (first > newest.version() + 1) {
      throw SourceErrors.versionTooNew(newest.path(), first, newest.version());
    }
    if (settings.layout().changeFeed()) {
      requireFeed(newest.upTo(Math.min(first, newest.version())).layout());
    }
    return first - 1;
  }

  /** The oldest first, as far as the files tell. */
  private List<DeltaSplit> files(TableSnapshot snapshot) {
    long timestamp = snapshot.timestamp();
    List<DeltaSplit> splits = new ArrayList<>();
    snapshot.forEachLiveFile(
        file -> {
          if (pruning.test(file)) {
            splits.add(
                new DeltaSplit(
                    VersionFile.added(file.withoutDetails(), snapshot.version(), timestamp), 0));
          }
        });
    splits.sort(
        Comparator.comparingLong(
                (DeltaSplit split) -> split.file().file().file().modificationTime())
            .thenComparing(DeltaSplit::splitId));
    return splits;
  }

  private Found next() {
    Optional<VersionContent> content = tail.next();
    while (content.isPresent()) {
      List<DeltaSplit> splits = splits(content.get());
      if (!splits.isEmpty()) {
        return new Found(tail.version(), splits, tail.version());
      }
      content = tail.next();
    }
    return new Found(tail.version(), List.of(), tail.version());
  }

  private List<DeltaSplit> splits(VersionContent content) {
    if (content.layout() != null) {
      requireFeed(content.layout());
      requireReadable(content.layout());
    }
    if (content.changesRows() && !settings.layout().changeFeed()) {
      if (settings.skipChangeCommits() || (settings.ignoreDeletes() && content.adds() == 0)) {
        return List.of();
      }
      throw SourceErrors.changedRows(store.path(), content);
    }
    return content.files().stream().map(file -> new DeltaSplit(file, 0)).toList();
  }

  private void requireTable(TableSnapshot newest) {
    String expected =
        restored != null && restored.started() ? restored.tableId() : settings.layout().tableId();
    for (String id : List.of(expected, settings.layout().tableId())) {
      if (!newest.tableId().equals(id)) {
        throw SourceErrors.otherTable(newest.path(), id, newest.tableId());
      }
    }
  }

  private void requireSameFeed(EnumeratorState state) {
    if (state.changeFeed() != settings.layout().changeFeed()) {
      throw SourceErrors.otherFeed(store.path(), state.changeFeed());
    }
  }

  private void requireFeed(TableLayout at) {
    if (settings.layout().changeFeed()) {
      at.ofChangeFeed("The table at " + store.path());
    }
  }

  /** A read up to the newest version would end at once, and leave out what the table gets next. */
  private static void requireNotOlder(TableSnapshot newest, long read) {
    if (newest.version() < read) {
      throw SourceErrors.olderCopy(newest.path(), read, newest.version());
    }
  }

  /** What was before the layout that the job knows can be read by it. */
  private void requireReadable(TableLayout later) {
    if (later.version() > settings.layout().version()) {
      settings
          .layout()
          .difference(later, settings.columns())
          .ifPresent(
              difference -> {
                throw SourceErrors.otherColumns(store.path(), later.version(), difference);
              });
    }
  }
}
