/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.Operation;
import io.delta.kernel.Transaction;
import io.delta.kernel.TransactionCommitResult;
import io.delta.kernel.commit.CommitFailedException;
import io.delta.kernel.data.Row;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.TransactionImpl;
import io.delta.kernel.internal.actions.Protocol;
import io.delta.kernel.internal.tablefeatures.TableFeatures;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.annotation.Nullable;

/**
 * The actions of one commit. At most one add and one remove per path: a second one is refused here,
 * because Kernel accepts it and the rows double. Good for one {@link #commit()} only, whatever its
 * outcome.
 */
public final class TableCommit {

  static final String ENGINE_INFO = "flink-delta-cdc";

  private final TableSnapshot base;
  private final long now = System.currentTimeMillis();
  private final List<Row> actions = new ArrayList<>();
  private final Set<String> added = new HashSet<>();
  private final Set<String> removed = new HashSet<>();
  private Operation operation = Operation.STREAMING_UPDATE;
  @Nullable private String appId;
  private long appVersion;
  private Optional<TableRedefinition> redefinition = Optional.empty();
  private boolean used;

  TableCommit(TableSnapshot base) {
    this.base = base;
  }

  /**
   * Records the application's progress in the same commit. Whether the log has that already is for
   * the caller to look up, when it loads a version: Kernel's own way of recording it reads the
   * commit before at every commit.
   */
  public TableCommit transaction(String appId, long version) {
    this.appId = appId;
    this.appVersion = version;
    return this;
  }

  /**
   * Marks a commit that isn't the stream's own data (retention): its operation in the log is then
   * "Manual Update", else "STREAMING UPDATE".
   */
  public TableCommit maintenance() {
    this.operation = Operation.MANUAL_UPDATE;
    return this;
  }

  /**
   * Makes the table what a definition says: its columns, layout, properties. To be used when all
   * files that the table has are removed in the same commit, whose operation in the log is then
   * "REPLACE TABLE".
   *
   * @param upsert whether it must have deletion vectors
   */
  public TableCommit replaceTable(DeltaTable table, boolean upsert) {
    this.operation = Operation.REPLACE_TABLE;
    this.redefinition = TableRedefinition.replacement(base, table, upsert);
    return this;
  }

  TableCommit redefine(TableRedefinition value) {
    this.redefinition = Optional.of(value);
    return this;
  }

  /** Adds a new file, with the positions that are deleted in it already. */
  public TableCommit add(DataFile file, @Nullable DeletionVector vector) {
    addLive(new LiveFile(file, vector));
    return this;
  }

  /** Removes a file with all its rows. */
  public TableCommit remove(LiveFile file) {
    if (!removed.add(file.path())) {
      throw TableErrors.secondAction("removal", file.path());
    }
    actions.add(FileActions.remove(file, now));
    return this;
  }

  /** Gives a live file a new vector (which includes the old one's positions). */
  public TableCommit replaceVector(LiveFile file, DeletionVector vector) {
    remove(file);
    addLive(new LiveFile(file.file(), vector, file.tags()));
    return this;
  }

  private void addLive(LiveFile live) {
    DataFile file = live.file();
    if (!added.add(file.path())) {
      throw TableErrors.secondAction("addition", file.path());
    }
    if (live.vector() != null) {
      if (file.numRecords() < 0) {
        throw TableErrors.unknownRecordCount(file.path());
      }
      long deleted = live.vector().cardinality();
      if (deleted <= 0 || deleted > file.numRecords()) {
        throw TableErrors.badCardinality(file.path(), deleted, file.numRecords());
      }
    }
    actions.add(FileActions.add(file, live.vector(), live.tags()));
  }

  /** Whether no file is added or removed, and the table's definition stays. */
  public boolean isEmpty() {
    return actions.isEmpty() && redefinition.isEmpty();
  }

  /** The version this becomes when it succeeds. */
  public long version() {
    return base.version() + 1;
  }

  /**
   * Publishes the commit as exactly the next version of its snapshot, without any retry.
   *
   * @throws LogChangedException the log no longer has the snapshot's version: nothing was written
   * @throws VersionTakenException the version exists already
   * @throws TableException one that is permanent: nothing was written
   * @throws CommitOutcomeUnknownException anything else
   */
  public Committed commit() {
    if (used) {
      throw new IllegalStateException(
          "The same actions must never be submitted twice; build a new commit on a new snapshot.");
    }
    used = true;
    if (appId != null && base.knows(appId, appVersion)) {
      throw TableErrors.secondTransaction(base.path(), appId, appVersion);
    }
    if (!base.isInLog()) {
      throw new LogChangedException(base.path(), base.version());
    }
    TransactionCommitResult result;
    try {
      if (appId != null) {
        actions.add(FileActions.transaction(appId, appVersion, now));
      }
      result =
          transaction(base.withChecksum().kernel())
              .commit(
                  base.engine(),
                  CloseableIterable.inMemoryIterable(
                      Utils.toCloseableIterator(actions.iterator())));
    } catch (RuntimeException e) {
      throw TableException.permanent(e)
          .orElseGet(
              () ->
                  isTaken(e)
                      ? new VersionTakenException(base.path(), version(), e)
                      : new CommitOutcomeUnknownException(base.path(), version(), e));
    }
    SnapshotImpl after =
        (SnapshotImpl)
            result
                .getPostCommitSnapshot()
                .orElseThrow(
                    () ->
                        new CommitOutcomeUnknownException(
                            base.path(),
                            version(),
                            new IllegalStateException(
                                "Kernel committed version " + result.getVersion())));
    return base.committed(after, result.getPostCommitHooks(), appId, appVersion);
  }

  private Transaction transaction(SnapshotImpl kernel) {
    if (operation == Operation.REPLACE_TABLE || redefinition.isPresent()) {
      return redefining(kernel);
    }
    return kernel
        .buildUpdateTableTransaction(ENGINE_INFO, operation)
        .withMaxRetries(0)
        .build(base.engine());
  }

  /** What Kernel's builders would make if they took this operation and our metadata action. */
  private Transaction redefining(SnapshotImpl kernel) {
    Protocol protocol =
        redefinition.map(TableRedefinition::protocol).orElseGet(kernel::getProtocol);
    TableFeatures.validateKernelCanWriteToTable(
        protocol,
        redefinition.map(TableRedefinition::metadata).orElseGet(kernel::getMetadata),
        base.path());
    return new TransactionImpl(
        false,
        kernel.getDataPath(),
        Optional.of(kernel),
        ENGINE_INFO,
        operation,
        Optional.of(protocol).filter(value -> !value.equals(kernel.getProtocol())),
        redefinition.map(TableRedefinition::metadata),
        kernel.getCommitter(),
        Optional.empty(),
        redefinition.flatMap(TableRedefinition::clusterColumns),
        Optional.of(0),
        0,
        System::currentTimeMillis);
  }

  /** Kernel tells a lost race only through a cause. */
  static boolean isTaken(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof CommitFailedException failed && failed.isConflict()) {
        return true;
      }
    }
    return false;
  }
}
