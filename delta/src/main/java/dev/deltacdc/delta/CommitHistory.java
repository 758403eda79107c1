/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.data.Row;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.util.FileNames;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.FileStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.annotation.Nullable;
import org.apache.flink.util.ExceptionUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The commits of a table, as the log tells them. */
public final class CommitHistory {

  private static final Logger LOG = LoggerFactory.getLogger(CommitHistory.class);

  private static final StructType FILE =
      new StructType()
          .add("path", StringType.STRING)
          .add("dataChange", BooleanType.BOOLEAN)
          .add("deletionVector", DeletionVectorDescriptor.READ_SCHEMA);

  private static final StructType ACTION =
      new StructType()
          .add("add", FILE)
          .add("remove", FILE)
          .add(
              "txn", new StructType().add("appId", StringType.STRING).add("version", LongType.LONG))
          .add("metaData", new StructType().add("id", StringType.STRING))
          .add("protocol", new StructType().add("minReaderVersion", IntegerType.INTEGER))
          .add(
              "commitInfo",
              new StructType()
                  .add("timestamp", LongType.LONG)
                  .add("inCommitTimestamp", LongType.LONG)
                  .add("operation", StringType.STRING)
                  .add("engineInfo", StringType.STRING));

  private static final StructType RESTORED =
      new StructType()
          .add(
              "commitInfo",
              new StructType()
                  .add("operationParameters", new StructType().add("version", LongType.LONG)));

  private final TableStore store;
  private final CommitFiles files;

  CommitHistory(TableStore store) {
    this.store = store;
    this.files = new CommitFiles(store);
  }

  /**
   * Visits, in order, every commit after {@code version} up to the newest. One commit is held in
   * memory at a time.
   *
   * @return the newest version visited, or {@code version} when there is none after it
   * @throws LogUnreadableException when a commit after {@code version} is missing, or {@code
   *     version} itself lies beyond the newest
   */
  public long forEachSince(long version, Consumer<TableChange> visitor) {
    List<FileStatus> commits = commitsFrom(Math.max(version, 0));
    long last = version;
    boolean seen = version < 0;
    for (FileStatus commit : commits) {
      long found = FileNames.deltaVersion(commit.getPath());
      if (found == version) {
        seen = true;
        continue;
      }
      if (found != last + 1) {
        throw missing(version, "commit " + (last + 1) + " is missing");
      }
      visitor.accept(read(commit, found));
      last = found;
    }
    if (!seen && last == version && store.latest().version() != version) {
      throw missing(version, "the newest version is " + store.latest().version());
    }
    return last;
  }

  private List<FileStatus> commitsFrom(long version) {
    try {
      return files.from(version);
    } catch (FileNotFoundException e) {
      throw new LogUnreadableException(store.path(), version, e);
    } catch (IOException e) {
      throw TableErrors.unreachable(store.path(), e);
    }
  }

  private LogUnreadableException missing(long version, String what) {
    return new LogUnreadableException(store.path(), version, new IllegalStateException(what));
  }

  private TableChange read(FileStatus commit, long version) {
    Builder change = new Builder(version, commit.getModificationTime());
    try {
      files.forEachAction(commit, ACTION, change::action);
      if (TableChange.RESTORE.equals(change.operation)) {
        change.restoredVersion = restoredVersion(commit);
      }
      return change.build();
    } catch (IOException | RuntimeException e) {
      throw TableErrors.unreachable(commit.getPath(), e);
    }
  }

  /** As Spark writes it; other engines' forms, and a time instead of a version, give null. */
  private @Nullable Long restoredVersion(FileStatus commit) throws IOException {
    List<Long> versions = new ArrayList<>();
    try {
      files.forEachAction(
          commit,
          RESTORED,
          row -> {
            Row parameters = row.isNullAt(0) ? null : row.getStruct(0);
            parameters =
                parameters == null || parameters.isNullAt(0) ? null : parameters.getStruct(0);
            if (parameters != null && !parameters.isNullAt(0)) {
              versions.add(parameters.getLong(0));
            }
          });
    } catch (RuntimeException e) {
      if (ExceptionUtils.findThrowable(e, IOException.class).isPresent()) {
        throw e; // it may go better next time
      }
      LOG.debug("{} doesn't say to which version it restored", commit.getPath(), e);
    }
    return versions.isEmpty() ? null : versions.get(0);
  }

  private static final class Builder {
    private final long version;
    private long timestamp;
    private String operation;
    private String engine;
    private @Nullable Long restoredVersion;
    private final Map<String, Long> transactions = new HashMap<>();
    private boolean dataChange;
    private boolean metadataChange;
    private boolean protocolChange;
    private final List<TableChange.FileChange> files = new ArrayList<>();

    Builder(long version, long timestamp) {
      this.version = version;
      this.timestamp = timestamp;
    }

    void action(Row row) {
      if (!row.isNullAt(0)) {
        file(true, row.getStruct(0));
      } else if (!row.isNullAt(1)) {
        file(false, row.getStruct(1));
      } else if (!row.isNullAt(2)) {
        Row txn = row.getStruct(2);
        transactions.put(txn.getString(0), txn.getLong(1));
      } else if (!row.isNullAt(3)) {
        metadataChange = true;
      } else if (!row.isNullAt(4)) {
        protocolChange = true;
      } else if (!row.isNullAt(5)) {
        commitInfo(row.getStruct(5));
      }
    }

    private void file(boolean added, Row file) {
      boolean changesData = file.isNullAt(1) || file.getBoolean(1);
      dataChange |= changesData;
      String vectorId =
          file.isNullAt(2)
              ? null
              : DeletionVectorDescriptor.fromRow(file.getStruct(2)).getUniqueId();
      files.add(new TableChange.FileChange(added, file.getString(0), vectorId, changesData));
    }

    private void commitInfo(Row info) {
      if (!info.isNullAt(1)) {
        timestamp = info.getLong(1);
      } else if (!info.isNullAt(0)) {
        timestamp = info.getLong(0);
      }
      operation = info.isNullAt(2) ? null : info.getString(2);
      engine = info.isNullAt(3) ? null : info.getString(3);
    }

    TableChange build() {
      return new TableChange(
          version,
          timestamp,
          operation,
          engine,
          restoredVersion,
          Map.copyOf(transactions),
          dataChange,
          metadataChange,
          protocolChange,
          List.copyOf(files));
    }
  }
}
