/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.types.DataType;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.hadoop.security.AccessControlException;

/** Every error of this package that a user may see: what happened, why, what to do. */
final class TableErrors {

  private TableErrors() {}

  private static TableException permanent(String message) {
    return new TableException(true, message, null);
  }

  // Types

  static TableException unsupportedType(String column, LogicalType type) {
    return permanent(
        "Column %s has type %s, which Delta tables cannot store. Convert it in the query: CAST(... AS STRING) for TIME, a BIGINT of milliseconds for INTERVAL."
            .formatted(column, type.asSummaryString()));
  }

  static TableException timestampTooPrecise(String column, LogicalType type) {
    return permanent(
        "Column %s has type %s, but Delta tables keep microseconds and values are never cut silently. Declare a precision of at most 6, or CAST in the query."
            .formatted(column, type.asSummaryString()));
  }

  static TableException unreadableType(String column, DataType type) {
    return permanent(
        "Column %s of the table has the Delta type %s, which is not supported. Leave the column out, or use another table."
            .formatted(column, type));
  }

  static TableException nullInRequiredColumn(String column) {
    return permanent(
        "A row has NULL in column %s, which the table declares NOT NULL. Filter such rows (an expectation with QUARANTINE), or drop the constraint from the table."
            .formatted(column));
  }

  // Location

  static TableException notFound(String path, @Nullable Throwable cause) {
    return new TableException(
        true, "There is no Delta table at %s. Check the path.".formatted(path), cause);
  }

  static TableException pathIsFile(String path) {
    return permanent(
            "The table path %s is a file, not a directory. Choose another path, or remove the file."
                .formatted(path))
        .of(TableRule.NOT_A_TABLE);
  }

  static TableException pathHoldsOtherFiles(String path, String example) {
    return permanent(
            "The table path %s is not a Delta table (it has no _delta_log) but holds other files, such as %s. Choose another path, or empty the directory."
                .formatted(path, example))
        .of(TableRule.NOT_A_TABLE);
  }

  /**
   * For good only when it is the permission that lacks.
   *
   * @param cause null when the file system gave none
   */
  static TableException notWritable(String path, @Nullable IOException cause) {
    boolean denied =
        cause == null
            || cause instanceof AccessDeniedException
            || cause instanceof AccessControlException;
    return new TableException(
            denied,
            "Cannot write to the table path %s%s%s"
                .formatted(
                    path,
                    cause == null ? "" : ": " + cause.getMessage(),
                    denied
                        ? ". Give the user of the job write permission, or choose another path."
                        : ""),
            cause)
        .of(TableRule.NOT_WRITABLE);
  }

  static TableException unreachable(String path, Throwable cause) {
    return new TableException(
        false, "Cannot read the table at %s: %s".formatted(path, rootMessage(cause)), cause);
  }

  // Object stores

  private static final String OWN_LOG_STORE =
      " Where nothing but this job ever writes its tables, set io.delta.kernel.logStore.s3a.impl to io.delta.storage.S3SingleDriverLogStore instead.";

  static TableException noConditionalPut(String bucket, String fileSystem) {
    return permanent(
        "Commits to %s could be lost: %s cannot put an object on the condition that there is none, so two writers of one version would overwrite each other. hadoop-aws can since 3.4.2, unless fs.s3a.create.conditional.enabled is false.%s"
            .formatted(bucket, fileSystem, OWN_LOG_STORE));
  }

  static TableException conditionIgnored(String bucket) {
    return permanent(
        "Commits to %s could be lost: the store overwrites an object although the request forbids it (If-None-Match: *), so two writers of one version would overwrite each other. Use a store that heeds conditional puts.%s"
            .formatted(bucket, OWN_LOG_STORE));
  }

  // Definition

  static TableException columnsDifferByCase(String a, String b) {
    return permanent(
        "Columns %s and %s differ by case only; Delta tables compare names without case. Rename one of them."
            .formatted(a, b));
  }

  static TableException columnName(String column) {
    return permanent(
        "The column '%s' cannot have this name: Delta tables have none with a blank, a tab, a line break or one of ,;{}()= in it. Rename it in the query: `%s` AS name."
            .formatted(column, column));
  }

  static TableException unknownColumn(String role, String column, List<String> columns) {
    return permanent(
        "%s column %s is not a column of the table. Its columns are: %s."
            .formatted(role, column, String.join(", ", columns)));
  }

  static TableException partitionType(String column, LogicalType type) {
    return permanent(
        "Column %s of type %s cannot partition a table. Partition by a scalar column other than BINARY."
            .formatted(column, type.asSummaryString()));
  }

  static TableException onlyPartitionColumns() {
    return permanent(
        "Every column of the table is a partition column, so files would be empty. Leave at least one column out of PARTITIONED BY.");
  }

  static TableException partitionedAndClustered() {
    return permanent(
        "A Delta table is either partitioned or clustered. Remove PARTITIONED BY or CLUSTER BY.");
  }

  static TableException refusedProperty(String path, String key, String value, Throwable cause) {
    return new TableException(
        true,
        "Table %s cannot have the property '%s' = '%s': %s Correct or remove it in TBLPROPERTIES; known are the delta.* properties of Delta Kernel and any name without that prefix."
            .formatted(path, key, value, sentence(rootMessage(cause))),
        cause);
  }

  static TableException invalidDefinition(String path, Throwable cause) {
    return new TableException(
        true,
        "The table %s cannot be created as described: %s Change the columns or table properties named there."
            .formatted(path, sentence(rootMessage(cause))),
        cause);
  }

  // Existing table

  private static final String FULL_REFRESH =
      "replace all its rows, and with them its definition, by a full refresh (DeltaSink.refresh; in"
          + " a pipeline: --full-refresh TABLE)";

  static TableException otherTable(String path, String flow, String expected, String found) {
    return permanent(
        "The table at %s is not the one that the state of '%s' belongs to (its id is %s, not %s): it was dropped and created again, or replaced. Nothing was written to it. Put the old table back and start the job from its last checkpoint or savepoint, or start the job without state and with the input read again, which fills the new table."
            .formatted(path, flow, found, expected));
  }

  static TableException otherColumns(String path, List<String> differences) {
    return permanent(
            "The table at %s exists with other columns:%n- %s%nMake the query's columns fit the table, write to another path, or %s."
                .formatted(path, String.join("\n- ", differences), FULL_REFRESH))
        .of(TableRule.CHANGED_COLUMNS);
  }

  static TableException otherPartitions(String path, List<String> actual, List<String> wanted) {
    return permanent(
            "The table at %s is partitioned by (%s), the job wants (%s). Use the table's partitions, write to another path, or %s."
                .formatted(
                    path, String.join(", ", actual), String.join(", ", wanted), FULL_REFRESH))
        .of(TableRule.CHANGED_PARTITIONS);
  }

  static TableException otherContract(
      String path, String property, String was, @Nullable String now) {
    return permanent(
            "The rows of the table at %s were made with '%s' = '%s', but the job has %s. Its rows would not fit beside them. Go back to that, write to another path, or %s."
                .formatted(
                    path,
                    property,
                    was,
                    now == null ? "no such property" : "'" + now + "'",
                    FULL_REFRESH))
        .of(TableRule.ofContract(property));
  }

  static TableException noDeletionVectors(String path) {
    return permanent(
            "The table at %s has no deletion vectors, which updates and deletes need. Enable them with ALTER TABLE ... SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true'), or write to another path."
                .formatted(path))
        .of(TableRule.NO_DELETION_VECTORS);
  }

  static TableException unsupportedFeature(String path, String feature, String remedy) {
    return permanent(
            "The table at %s uses %s, which this sink does not write. %s"
                .formatted(path, feature, remedy))
        .of(TableRule.UNSUPPORTED_FEATURE);
  }

  static TableException unsupportedProtocol(String path, Throwable cause) {
    return new TableException(
            true,
            "The table at %s needs a Delta feature that this version cannot handle: %s Drop the feature from the table, or write to another path."
                .formatted(path, sentence(rootMessage(cause))),
            cause)
        .of(TableRule.UNSUPPORTED_FEATURE);
  }

  // Files

  static TableException shortWrite(String path, long written, long wanted) {
    return new TableException(
        false,
        "Files written to %s hold %d rows instead of %d. The storage lost data; nothing was committed."
            .formatted(path, written, wanted),
        null);
  }

  static TableException writeFailed(String path, Throwable cause) {
    return new TableException(
        false, "Writing to %s failed: %s".formatted(path, rootMessage(cause)), cause);
  }

  static TableException fileGone(String table, String file, Throwable cause) {
    return new TableException(
        true,
        "File %s of the table at %s is gone, though the version that is read has it: VACUUM removed it before it was read, or somebody deleted it. Read a newer version: a job that follows the table starts again without state, at the table as it is now. Let VACUUM keep removed files longer than a reader can lag ('delta.deletedFileRetentionDuration')."
            .formatted(file, table),
        cause);
  }

  static TableException brokenVector(String vector, String problem) {
    return permanent(
        "Deletion vector %s cannot be used: %s. The file was damaged or written by an unknown version."
            .formatted(vector, problem));
  }

  // Following a table

  static TableException versionGone(String path, long wanted, long found) {
    return permanent(
        "Version %d of the table at %s is gone from its log, which goes on with version %d: the log was cleaned up before the version was read. Its rows can't be told from those that were there before. Start the reader again without state, at the table as it is now, or at version %d or later. Keep the log longer than a reader can lag ('delta.logRetentionDuration')."
            .formatted(wanted, path, found, found));
  }

  static TableException replaced(String path, String was, String now) {
    return permanent(
        "The table at %s was replaced by another one: its id is %s, not %s. What was read belongs to the table that is gone. Put the old table back, or start the reader again without state."
            .formatted(path, now, was));
  }

  static TableException versionAhead(String path, long version, long newest) {
    return permanent(
        "Version %d of the table at %s was read, but its newest version is %d: the table was put back to an older copy. Put the newer copy back, or start the reader again without state."
            .formatted(version, path, newest));
  }

  static TableException noVersionAt(String path, String what, String why) {
    return permanent(
        "The table at %s has no version for %s: %s".formatted(path, what, sentence(why)));
  }

  // Commits

  // Change feed

  static TableException noChangeFeed(String where, long version) {
    return permanent(
        "%s has no change feed at version %d: its property delta.enableChangeDataFeed is not true there. Enable it (ALTER TABLE … SET TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true')), and start the reader at the version that does so, or at a later one; or read the table without read-change-feed."
            .formatted(where, version));
  }

  static TableException partitionNotStated(String path, long version, String file) {
    return permanent(
        "Version %d of the table at %s removes the file %s and doesn't say which partition it was of, so the change feed cannot tell the rows that are deleted. Start the reader again without state, at the table as it is now."
            .formatted(version, path, file));
  }

  static IllegalStateException secondAction(String action, String path) {
    return new IllegalStateException(
        "A second %s of file %s in one commit: Delta would accept it and the table would hold rows twice."
            .formatted(action, path));
  }

  static IllegalStateException secondTransaction(String path, String appId, long version) {
    return new IllegalStateException(
        "Transaction %d of %s is in the log of %s already: its rows would be there twice."
            .formatted(version, appId, path));
  }

  static IllegalStateException unknownRecordCount(String path) {
    return new IllegalStateException(
        "A file with a deletion vector needs its number of records in the log, else readers count wrong: "
            + path);
  }

  static IllegalStateException badCardinality(String path, long cardinality, long records) {
    return new IllegalStateException(
        "The deletion vector of %s deletes %d of %d rows.".formatted(path, cardinality, records));
  }

  static String rootMessage(Throwable error) {
    Throwable root = error;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return root.getMessage() == null ? root.toString() : root.getMessage();
  }

  private static String sentence(String text) {
    return text.endsWith(".") ? text : text + ".";
  }
}
