/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.data.Row;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.util.FileNames;
import io.delta.kernel.internal.util.VectorUtils;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.FileStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import javax.annotation.Nullable;

/**
 * Follows the log of a table, version by version. Holds one commit in memory at a time, of which
 * the wanted files without their statistics; asks the storage with one listing when there is
 * nothing new. Not for several threads.
 */
public final class LogTail {

  private static final StructType METADATA =
      new StructType()
          .add("id", StringType.STRING)
          .add("schemaString", StringType.STRING)
          .add("partitionColumns", new ArrayType(StringType.STRING, false))
          .add("configuration", new MapType(StringType.STRING, StringType.STRING, true));

  private static final StructType ACTION =
      new StructType()
          .add("add", AddFile.FULL_SCHEMA)
          .add("remove", FileActions.REMOVED)
          .add("metaData", METADATA)
          .add(
              "commitInfo",
              new StructType()
                  .add("inCommitTimestamp", LongType.LONG)
                  .add("operation", StringType.STRING)
                  .add("operationMetrics", new MapType(StringType.STRING, StringType.STRING, true)))
          .add("cdc", FileActions.CHANGES);

  private static final List<String> MERGED_ROWS =
      List.of("numTargetRowsInserted", "numTargetRowsUpdated", "numTargetRowsDeleted");

  private final TableStore store;
  private final TableLayout layout;
  private final Predicate<LiveFile> wanted;
  private final CommitFiles commits;
  private final Deque<FileStatus> known = new ArrayDeque<>();
  private long version;

  /** The commit of {@code version} as it was seen, to notice a table in its place. */
  private @Nullable FileStatus seen;

  LogTail(TableStore store, TableLayout layout, long version, Predicate<LiveFile> wanted) {
    this.store = store;
    this.layout = layout;
    this.version = version;
    this.wanted = wanted;
    this.commits = new CommitFiles(store);
  }

  /** The version that was read last. */
  public long version() {
    return version;
  }

  /**
   * The next version, empty when there is none yet.
   *
   * @throws LogUnreadableException when the log no longer has the next version
   * @throws TableException when there is another table at the path now
   */
  public Optional<VersionContent> next() {
    if (known.isEmpty()) {
      look();
    }
    FileStatus commit = known.peek();
    if (commit == null) {
      return Optional.empty();
    }
    long found = FileNames.deltaVersion(commit.getPath());
    if (found != version + 1) {
      throw TableErrors.versionGone(store.path(), version + 1, found);
    }
    VersionContent content = read(commit, found);
    known.remove();
    version = found;
    seen = commit;
    return Optional.of(content);
  }

  private void look() {
    boolean same = version < 0;
    for (FileStatus commit : commitsFrom(Math.max(version, 0))) {
      if (FileNames.deltaVersion(commit.getPath()) > version) {
        known.add(commit);
      } else {
        same = seen != null && isAsSeen(commit);
        seen = commit;
      }
    }
    if (!same) {
      requireSameTable();
    }
  }

  private boolean isAsSeen(FileStatus commit) {
    return commit.getSize() == seen.getSize()
        && commit.getModificationTime() == seen.getModificationTime();
  }

  private void requireSameTable() {
    TableSnapshot latest = store.latest();
    if (!latest.tableId().equals(layout.tableId())) {
      throw TableErrors.replaced(store.path(), layout.tableId(), latest.tableId());
    }
    if (latest.version() < version) {
      throw TableErrors.versionAhead(store.path(), version, latest.version());
    }
  }

  private List<FileStatus> commitsFrom(long first) {
    try {
      return commits.from(first);
    } catch (FileNotFoundException e) {
      throw TableErrors.notFound(store.path(), e);
    } catch (IOException e) {
      throw TableErrors.unreachable(store.path(), e);
    }
  }

  private VersionContent read(FileStatus commit, long found) {
    Reading reading = new Reading(found, commit.getModificationTime());
    try {
      commits.forEachAction(commit, ACTION, reading::action);
    } catch (IOException | RuntimeException e) {
      throw TableException.permanent(e)
          .orElseGet(() -> TableErrors.unreachable(commit.getPath(), e));
    }
    return reading.content();
  }

  private final class Reading {
    private final long found;
    private final ChangedFiles files = new ChangedFiles(wanted);
    private long timestamp;
    private @Nullable String operation;
    private @Nullable TableLayout newLayout;
    private int adds;
    private int removes;

    /** A MERGE that matched rows and changed none has written them again, as Spark does it. */
    private boolean onlyMovesRows;

    Reading(long found, long timestamp) {
      this.found = found;
      this.timestamp = timestamp;
    }

    void action(Row row) {
      if (!row.isNullAt(0)) {
        add(row);
      } else if (!row.isNullAt(1)) {
        remove(row.getStruct(1));
      } else if (!row.isNullAt(2)) {
        metadata(row.getStruct(2));
      } else if (!row.isNullAt(3)) {
        info(row.getStruct(3));
      } else if (!row.isNullAt(4) && layout.changeFeed()) {
        files.stated(FileActions.changes(row.getStruct(4)));
      }
    }

    private void add(Row row) {
      if (new AddFile(row.getStruct(0)).getDataChange()) {
        adds++;
        files.added(FileActions.live(row));
      }
    }

    private void remove(Row remove) {
      if (!remove.isNullAt(1) && !remove.getBoolean(1)) {
        return;
      }
      removes++;
      if (layout.changeFeed()) {
        if (remove.isNullAt(2) && !layout.partitionColumns().isEmpty()) {
          throw TableErrors.partitionNotStated(store.path(), found, remove.getString(0));
        }
        files.removed(FileActions.removed(remove));
      }
    }

    private void metadata(Row row) {
      String id = row.getString(0);
      if (!id.equals(layout.tableId())) {
        throw TableErrors.replaced(store.path(), layout.tableId(), id);
      }
      newLayout =
          new TableLayout(
              id,
              found,
              row.getString(1),
              row.isNullAt(2) ? List.of() : VectorUtils.toJavaList(row.getArray(2)),
              VectorUtils.toJavaMap(row.getMap(3)));
    }

    private void info(Row row) {
      timestamp = row.isNullAt(0) ? timestamp : row.getLong(0);
      operation = row.isNullAt(1) ? null : row.getString(1);
      onlyMovesRows =
          layout.changeFeed()
              && "MERGE".equals(operation)
              && !row.isNullAt(2)
              && VectorUtils.<String, String>toJavaMap(row.getMap(2))
                  .entrySet()
                  .containsAll(MERGED_ROWS.stream().map(rows -> Map.entry(rows, "0")).toList());
    }

    VersionContent content() {
      List<VersionFile> changed = onlyMovesRows ? List.of() : files.of(found, timestamp);
      return new VersionContent(found, timestamp, operation, changed, adds, removes, newLayout);
    }
  }
}
