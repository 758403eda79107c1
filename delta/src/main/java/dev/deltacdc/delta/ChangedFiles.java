/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import javax.annotation.Nullable;

/**
 * Finds the rows that a commit changes (Delta protocol, "Add CDC File"): those of its files of
 * changes alone, if it has some; else those of the files that it adds and removes, and of a file
 * whose deletion vector it replaces only those in which the vectors differ. Keeps no statistics.
 */
final class ChangedFiles {

  /**
   * A file of an action.
   *
   * @param wanted by the statistics of this action: they bound the rows that its own vector leaves
   */
  private record Action(LiveFile file, boolean wanted) {}

  private final Predicate<LiveFile> wanted;
  private final List<Action> stated = new ArrayList<>();
  private final Map<String, Action> added = new LinkedHashMap<>();
  private final Map<String, Action> removed = new LinkedHashMap<>();

  /**
   * @param wanted which files are of interest; sees their statistics
   */
  ChangedFiles(Predicate<LiveFile> wanted) {
    this.wanted = wanted;
  }

  /** A file of changes, which say themselves what they are. */
  void stated(LiveFile file) {
    stated.add(action(file));
  }

  void added(LiveFile file) {
    added.put(file.path(), action(file));
  }

  void removed(LiveFile file) {
    removed.put(file.path(), action(file));
  }

  private Action action(LiveFile file) {
    return new Action(file.withoutDetails(), wanted.test(file));
  }

  /** The changes; deletes first, so that one reader gives the rows of a version in their order. */
  List<VersionFile> of(long version, long timestamp) {
    Changes changes = new Changes(version, timestamp, new ArrayList<>());
    if (!stated.isEmpty()) {
      stated.forEach(file -> changes.rows(file, RowChange.STATED, null));
    } else {
      removed.forEach((path, file) -> changes.between(file, added.get(path), RowChange.DELETE));
      added.forEach((path, file) -> changes.between(file, removed.get(path), RowChange.INSERT));
    }
    return changes.files();
  }

  private record Changes(long version, long timestamp, List<VersionFile> files) {

    /** The rows that a file has and, of the same file in the other action, its vector hides. */
    void between(Action file, @Nullable Action other, RowChange change) {
      if (other == null) {
        rows(file, change, null);
        return;
      }
      DeletionVector hidden = other.file().vector();
      if (hidden != null && !Objects.equals(hidden, file.file().vector())) {
        rows(file, change, hidden);
      }
    }

    void rows(Action file, RowChange change, @Nullable DeletionVector within) {
      if (file.wanted()) {
        files.add(new VersionFile(file.file(), version, timestamp, change, within));
      }
    }
  }
}
