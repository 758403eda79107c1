/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source;

import dev.deltacdc.delta.FileFilter;
import dev.deltacdc.delta.OriginColumn;
import dev.deltacdc.delta.TableException;
import dev.deltacdc.delta.TableLayout;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import javax.annotation.Nullable;

/** Describes a {@link DeltaSource}. Without a start: the rows that are there, then what comes. */
public final class DeltaSourceBuilder {

  private final String path;
  private Map<String, String> hadoop = Map.of();
  private @Nullable List<String> columns;
  private List<OriginColumn> origin = List.of();
  private @Nullable FileFilter filter;
  private StartAt.Kind kind = StartAt.Kind.SNAPSHOT_AND_CHANGES;
  private ToLongFunction<TableStore> version = store -> StartAt.NEWEST;
  private boolean skipChangeCommits;
  private boolean ignoreDeletes;
  private boolean changeFeed;
  private boolean untilNow;
  private Duration monitorInterval = Duration.ofSeconds(5);

  DeltaSourceBuilder(String path) {
    this.path = path;
  }

  /** Hadoop settings for the table's file system, e.g. credentials. */
  public DeltaSourceBuilder hadoop(Map<String, String> value) {
    this.hadoop = value;
    return this;
  }

  /** Names of the columns to read, in the wanted order. Default: all. */
  public DeltaSourceBuilder columns(List<String> value) {
    this.columns = List.copyOf(value);
    return this;
  }

  /** Columns that say where a row comes from, after the others. Default: none. */
  public DeltaSourceBuilder origin(List<OriginColumn> value) {
    this.origin = List.copyOf(value);
    return this;
  }

  /**
   * Leaves out files whose partition values or statistics say that they have no wanted row. Of the
   * files that are read, all rows come.
   */
  public DeltaSourceBuilder filter(@Nullable FileFilter value) {
    this.filter = value;
    return this;
  }

  /** Reads the newest version at the start of the source, and ends. */
  public DeltaSourceBuilder bounded() {
    return start(StartAt.Kind.SNAPSHOT, store -> StartAt.NEWEST);
  }

  /** Reads a version, and ends. */
  public DeltaSourceBuilder boundedAtVersion(long value) {
    return start(StartAt.Kind.SNAPSHOT, store -> value);
  }

  /**
   * Reads the version that was the newest at a time, and ends.
   *
   * @param millis since the epoch
   */
  public DeltaSourceBuilder boundedAtTimestamp(long millis) {
    return start(StartAt.Kind.SNAPSHOT, store -> store.versionAt(millis));
  }

  /** Reads the rows that this version and later ones add, without those that were there before. */
  public DeltaSourceBuilder fromVersion(long value) {
    return start(StartAt.Kind.CHANGES, store -> value);
  }

  /**
   * Reads the rows of versions committed at a time or later, without those that were there before.
   *
   * @param millis since the epoch
   */
  public DeltaSourceBuilder fromTimestamp(long millis) {
    return start(StartAt.Kind.CHANGES, store -> store.versionFrom(millis));
  }

  /** Reads the rows of versions that come after the start of the source. */
  public DeltaSourceBuilder fromLatest() {
    return start(StartAt.Kind.CHANGES, store -> StartAt.NEWEST);
  }

  private DeltaSourceBuilder start(StartAt.Kind newKind, ToLongFunction<TableStore> at) {
    this.kind = newKind;
    this.version = at;
    return this;
  }

  /**
   * Skips commits that update or delete rows, with all rows that they add. Default: false, such a
   * commit is an error.
   */
  public DeltaSourceBuilder skipChangeCommits(boolean value) {
    this.skipChangeCommits = value;
    return this;
  }

  /** Skips commits that only delete whole files, as a delete by partition does. Default: false. */
  public DeltaSourceBuilder ignoreDeletes(boolean value) {
    this.ignoreDeletes = value;
    return this;
  }

  /**
   * Reads the table's change feed: its rows are the changes that versions made to those of the
   * table, those that are there at the start as inserts, and {@code _change_type}, {@code
   * _commit_version} and {@code _commit_timestamp} are columns behind the table's. Versions that
   * update or delete rows are read, too; those from before the table had {@code
   * delta.enableChangeDataFeed} are an error. Default: false.
   */
  public DeltaSourceBuilder readChangeFeed(boolean value) {
    this.changeFeed = value;
    return this;
  }

  /**
   * Ends the read of changes when all rows up to the version that is the newest at the start of the
   * job, or at its start from a state, were read. The state is that of a read without end, so that
   * the next job goes on from it. Default: false.
   */
  public DeltaSourceBuilder untilNow(boolean value) {
    this.untilNow = value;
    return this;
  }

  /** How often to look for new versions. Default: 5 seconds. */
  public DeltaSourceBuilder monitorInterval(Duration value) {
    if (value.isNegative() || value.toMillis() == 0) {
      throw new IllegalArgumentException(
          "The interval between looks for new versions is "
              + value
              + ", but must be at least a millisecond.");
    }
    this.monitorInterval = value;
    return this;
  }

  /**
   * The source, for the table as it is now.
   *
   * @throws TableException when there is no table, or none of that version, or not these columns
   */
  public DeltaSource build() {
    TableStore store = TableStore.open(path, hadoop);
    long at = version.applyAsLong(store);
    TableSnapshot snapshot =
        kind == StartAt.Kind.SNAPSHOT && at != StartAt.NEWEST ? store.at(at) : store.latest();
    TableLayout layout =
        changeFeed
            ? snapshot.layout().ofChangeFeed("The table at " + store.path())
            : snapshot.layout();
    List<String> read = columns == null ? layout.rowType().getFieldNames() : columns;
    store.fileReader(layout, read, origin); // complains of what can't be read
    return new DeltaSource(
        new SourceSettings(
            path,
            hadoop,
            layout,
            read,
            origin,
            filter,
            new StartAt(kind, at),
            skipChangeCommits,
            ignoreDeletes,
            untilNow,
            monitorInterval));
  }
}
