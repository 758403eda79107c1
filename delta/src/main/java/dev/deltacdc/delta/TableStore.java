/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.SnapshotBuilder;
import io.delta.kernel.TableManager;
import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.exceptions.TableNotFoundException;
import io.delta.kernel.exceptions.UnsupportedProtocolVersionException;
import io.delta.kernel.exceptions.UnsupportedTableFeatureException;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.TableImpl;
import io.delta.kernel.internal.fs.Path;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * A Delta table at a path: entry point to its snapshots, history and vectors. Not serialisable:
 * open one per operator. Safe for use by several threads.
 */
public final class TableStore {

  private static final int MOST_ATTEMPTS = 10;

  private final String path;
  private final TableEngine engine;

  private TableStore(String path, TableEngine engine) {
    this.path = path;
    this.engine = engine;
  }

  /**
   * Opens the place; there may be no table yet.
   *
   * @param path directory of the table: a local path or the URI of any Hadoop file system
   * @param hadoop Hadoop settings on top of those on the class path, e.g. credentials of an object
   *     store
   */
  public static TableStore open(String path, Map<String, String> hadoop) {
    TableEngine engine = TableEngine.create(hadoop);
    try {
      return new TableStore(engine.getFileSystemClient().resolvePath(path), engine);
    } catch (IOException | RuntimeException e) {
      throw TableErrors.unreachable(path, e);
    }
  }

  /** The table's directory as a qualified URI. */
  public String path() {
    return path;
  }

  /** Whether there is a Delta log at the path. */
  public boolean exists() {
    return find().isPresent();
  }

  /**
   * Checks what a table's definition says by itself, wherever the table will be: names, layout,
   * properties.
   *
   * @param upsert whether rows of the table are to be updated and deleted
   * @throws TableException with a message for the user
   */
  public static void checkDefinition(DeltaTable table, boolean upsert) {
    TableCreation.checkDefinition(table, upsert);
  }

  /**
   * Creates the table, or checks that the one which is there can take what {@code table} describes.
   * One that lacks nullable columns or parts of the contract gets them, by a commit of its own. Any
   * number of processes may do this at once: the slower check what the fastest did.
   *
   * @param deletionVectors true for upsert tables: the feature is enabled at creation and required
   *     of an existing table
   * @throws TableException with a message for the user when the path or the table doesn't fit
   */
  public TableSnapshot createOrCheck(DeltaTable table, boolean deletionVectors) {
    for (int attempt = 1; ; attempt++) {
      TableSnapshot snapshot = findOrCreate(table, deletionVectors);
      new TableCheck(table, deletionVectors).check(snapshot);
      Optional<TableRedefinition> additions = TableRedefinition.additions(snapshot, table);
      if (additions.isEmpty()) {
        return snapshot;
      }
      try {
        return snapshot.newCommit().maintenance().redefine(additions.get()).commit().snapshot();
      } catch (VersionTakenException | LogChangedException | CommitOutcomeUnknownException e) {
        if (attempt == MOST_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /**
   * Creates the table, or checks that all rows of the one which is there can be replaced by rows of
   * the table that {@code table} describes, whatever its columns are now. An existing table isn't
   * touched: it becomes as described with the commit that replaces the rows.
   *
   * @throws TableException with a message for the user when the path or the table doesn't fit
   */
  public TableSnapshot createOrCheckReplaceable(DeltaTable table, boolean deletionVectors) {
    TableSnapshot snapshot = findOrCreate(table, deletionVectors);
    snapshot.requireReplaceable(table, deletionVectors);
    return snapshot;
  }

  private TableSnapshot findOrCreate(DeltaTable table, boolean deletionVectors) {
    return find().orElseGet(new TableCreation(this, table, deletionVectors)::create);
  }

  /**
   * Checks as {@link #createOrCheck} does, but writes nothing: for a look at several tables before
   * the first is created.
   *
   * @return the table, empty when it is not there yet and can be created as far as one can see
   * @throws TableException with a message for the user when the path or the table doesn't fit
   */
  public Optional<TableSnapshot> check(DeltaTable table, boolean deletionVectors) {
    Optional<TableSnapshot> snapshot = find();
    snapshot.ifPresentOrElse(
        new TableCheck(table, deletionVectors)::check,
        new TableCreation(this, table, deletionVectors)::check);
    return snapshot;
  }

  /**
   * Checks as {@link #createOrCheckReplaceable} does, but writes nothing.
   *
   * @return the table, empty when it is not there yet and can be created as far as one can see
   * @throws TableException with a message for the user when the path or the table doesn't fit
   */
  public Optional<TableSnapshot> checkReplaceable(DeltaTable table, boolean deletionVectors) {
    Optional<TableSnapshot> snapshot = find();
    snapshot.ifPresentOrElse(
        there -> there.requireReplaceable(table, deletionVectors),
        new TableCreation(this, table, deletionVectors)::check);
    return snapshot;
  }

  /** The newest version; throws when there is no table. */
  public TableSnapshot latest() {
    return load(TableManager.loadSnapshot(path));
  }

  /** The newest version, or empty when there is no Delta table at the path. */
  public Optional<TableSnapshot> find() {
    try {
      return Optional.of(latest());
    } catch (TableException e) {
      if (e.getCause() instanceof TableNotFoundException) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * A given version; throws {@link LogUnreadableException} when it cannot be rebuilt any more or
   * isn't there yet.
   */
  public TableSnapshot at(long version) {
    try {
      return load(TableManager.loadSnapshot(path).atVersion(version));
    } catch (TableException e) {
      latest(); // tells a table that is gone or out of reach from a version that is
      throw new LogUnreadableException(path, version, e.getCause() == null ? e : e.getCause());
    }
  }

  /** Whether a data file is there, with all its bytes. */
  public boolean has(DataFile file) {
    try {
      String location = locate(file.path());
      return engine.getFileSystemClient().getFileStatus(location).getSize() == file.size();
    } catch (FileNotFoundException e) {
      return false;
    } catch (IOException e) {
      throw TableErrors.unreachable(path, e);
    }
  }

  /** Where a file is whose path in the log is relative or absolute. */
  String locate(String file) {
    return new Path(new Path(path), new Path(URI.create(file))).toString();
  }

  private TableSnapshot load(SnapshotBuilder builder) {
    try {
      return new TableSnapshot(this, (SnapshotImpl) builder.build(engine));
    } catch (TableNotFoundException e) {
      throw TableErrors.notFound(path, e);
    } catch (UnsupportedProtocolVersionException | UnsupportedTableFeatureException e) {
      throw TableErrors.unsupportedProtocol(path, e);
    } catch (RuntimeException e) {
      throw TableErrors.unreachable(path, e);
    }
  }

  /**
   * A reader of data files of a table with this layout.
   *
   * @param columns names of the wanted columns, in the wanted order
   * @param origin columns that follow them
   */
  public FileReader fileReader(
      TableLayout layout, List<String> columns, List<OriginColumn> origin) {
    return new FileReader(this, layout, columns, origin);
  }

  /**
   * Follows the table from the version after a given one.
   *
   * @param layout of the table that is followed; tells whether its change feed is
   * @param version the last that is known, -1 for none
   * @param wanted which files are of interest; sees their statistics
   */
  public LogTail tail(TableLayout layout, long version, Predicate<LiveFile> wanted) {
    return new LogTail(this, layout, version, wanted);
  }

  /**
   * The newest version that was there at a time.
   *
   * @param millis since the epoch
   * @throws TableException when all versions of the log are younger, or the time is after the
   *     newest
   */
  public long versionAt(long millis) {
    return version(millis, table -> table.getVersionBeforeOrAtTimestamp(engine, millis));
  }

  /**
   * The first version that was committed at a time or after it.
   *
   * @param millis since the epoch
   * @throws TableException when the time is after the newest version
   */
  public long versionFrom(long millis) {
    return version(millis, table -> table.getVersionAtOrAfterTimestamp(engine, millis));
  }

  private long version(long millis, ToLongFunction<TableImpl> lookup) {
    latest(); // tells a table that is gone or out of reach from one without such a version
    try {
      return lookup.applyAsLong((TableImpl) TableImpl.forPath(engine, path));
    } catch (KernelException e) {
      throw TableErrors.noVersionAt(path, Instant.ofEpochMilli(millis).toString(), e.getMessage());
    } catch (RuntimeException e) {
      throw TableErrors.unreachable(path, e);
    }
  }

  public CommitHistory history() {
    return new CommitHistory(this);
  }

  public VectorStore vectors() {
    return new VectorStore(path, engine.hadoop());
  }

  TableEngine engine() {
    return engine;
  }
}
