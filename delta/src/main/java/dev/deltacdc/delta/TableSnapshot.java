/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.data.Row;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.hook.PostCommitHook;
import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.TransactionImpl;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.actions.Protocol;
import io.delta.kernel.internal.checksum.CRCInfo;
import io.delta.kernel.internal.checksum.ChecksumUtils;
import io.delta.kernel.internal.checksum.ChecksumWriter;
import io.delta.kernel.internal.data.TransactionStateRow;
import io.delta.kernel.internal.types.DataTypeJsonSerDe;
import io.delta.kernel.internal.util.VectorUtils;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.FileStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.CloseableIterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One version of a table. Immutable. */
public final class TableSnapshot {

  private static final Logger LOG = LoggerFactory.getLogger(TableSnapshot.class);

  private static final String COMPRESSION_CODEC = "delta.parquet.compression.codec";

  private final TableStore store;
  private final SnapshotImpl kernel;

  /** The transaction that the commit of this version recorded, when it was ours. */
  private final @Nullable String appId;

  private final long appVersion;

  TableSnapshot(TableStore store, SnapshotImpl kernel) {
    this(store, kernel, null, 0);
  }

  private TableSnapshot(
      TableStore store, SnapshotImpl kernel, @Nullable String appId, long appVersion) {
    this.store = store;
    this.kernel = kernel;
    this.appId = appId;
    this.appVersion = appVersion;
  }

  public long version() {
    return kernel.getVersion();
  }

  /**
   * The id in the table's metadata (protocol: "Change Metadata"). A table that was dropped and
   * created again at the same path has another one, whatever its version.
   */
  public String tableId() {
    return kernel.getMetadata().getId();
  }

  /** Milliseconds since the epoch of the version's commit. */
  public long timestamp() {
    return kernel.getTimestamp(engine());
  }

  public RowType rowType() {
    return DeltaSchema.fromDelta(kernel.getSchema());
  }

  /** What one needs to know to read the table's files. */
  public TableLayout layout() {
    return new TableLayout(
        tableId(),
        version(),
        DataTypeJsonSerDe.serializeStructType(kernel.getSchema()),
        partitionColumns(),
        properties());
  }

  public List<String> partitionColumns() {
    return kernel.getPartitionColumnNames();
  }

  public Map<String, String> properties() {
    return kernel.getTableProperties();
  }

  /** The table's description, null when there is none. */
  public Optional<String> comment() {
    return kernel.getMetadata().getDescription();
  }

  /** Visits every live file, in no order, in memory bounded by Kernel's log replay. */
  public void forEachLiveFile(Consumer<LiveFile> visitor) {
    try (LiveFileScan files = new LiveFileScan(this)) {
      files.forEachRemaining(visitor);
    }
  }

  /**
   * Version of the last transaction that an application recorded in the log (protocol: "Transaction
   * Identifiers").
   */
  public OptionalLong transactionVersion(String appId) {
    return kernel
        .getLatestTransactionVersion(engine(), appId)
        .map(OptionalLong::of)
        .orElse(OptionalLong.empty());
  }

  /**
   * Live rows, from statistics and vector cardinalities; data files are read only where another
   * writer left the statistics out.
   */
  public long numRows() {
    long[] rows = {0};
    forEachLiveFile(file -> rows[0] += withRecordCount(file).liveRows());
    return rows[0];
  }

  /** The file with its number of records, counted in the file itself when the log doesn't say. */
  public LiveFile withRecordCount(LiveFile live) {
    DataFile file = live.file();
    if (file.numRecords() >= 0) {
      return live;
    }
    long count = 0;
    try (FileReader.Batches batches =
        reader(List.of()).read(new LiveFile(file, null, live.tags()))) {
      while (batches.next()) {
        count += batches.size();
      }
    }
    DataFile counted =
        new DataFile(
            file.path(),
            file.partitionValues(),
            file.size(),
            file.modificationTime(),
            count,
            file.stats());
    return new LiveFile(counted, live.vector(), live.tags());
  }

  /**
   * Whether both versions have the same live files: pairs of path and vector id. For the restore
   * check. In constant memory: compares number and sum of 128-bit hashes.
   */
  public boolean sameLiveFiles(TableSnapshot other) {
    return LiveFileDigest.of(this).equals(LiveFileDigest.of(other));
  }

  /**
   * A writer of data files for this table's columns, partitions and statistics settings. Columns
   * that the rows don't have are NULL. Not for several threads.
   *
   * @param rowType the exact type of the rows: Flink's binary rows store a TIMESTAMP(3) otherwise
   *     than the TIMESTAMP(6) that the table has
   * @param targetFileBytes size at which a file is closed and the next begun
   */
  public DataFileWriter dataFileWriter(RowType rowType, long targetFileBytes) {
    List<String> differences =
        SchemaComparison.differences(
            DeltaSchema.toDelta(rowType, Map.of()), schema(), SchemaComparison.Leeway.asIs(true));
    if (!differences.isEmpty()) {
      throw TableErrors.otherColumns(path(), differences);
    }
    return dataFileWriter(kernel.getMetadata(), kernel.getProtocol(), rowType, targetFileBytes);
  }

  /**
   * A writer of data files for the table as {@link TableCommit#replaceTable} makes it. Not for
   * several threads.
   *
   * @param targetFileBytes size at which a file is closed and the next begun
   */
  public DataFileWriter replacingDataFileWriter(
      DeltaTable table, boolean upsert, long targetFileBytes) {
    Optional<TableRedefinition> replacement = TableRedefinition.replacement(this, table, upsert);
    return dataFileWriter(
        replacement.map(TableRedefinition::metadata).orElseGet(kernel::getMetadata),
        replacement.map(TableRedefinition::protocol).orElseGet(kernel::getProtocol),
        table.rowType(),
        targetFileBytes);
  }

  private DataFileWriter dataFileWriter(
      Metadata metadata, Protocol protocol, RowType rowType, long targetFileBytes) {
    Row state = TransactionStateRow.of(metadata, protocol, path(), 0);
    List<Column> statsColumns = TransactionImpl.getStatisticsColumns(state);
    return new DataFileWriter(
        path(),
        store
            .engine()
            .forDataFiles(targetFileBytes, metadata.getConfiguration().get(COMPRESSION_CODEC)),
        rowType,
        metadata.getSchema(),
        VectorUtils.toJavaList(metadata.getPartitionColumns()),
        statsColumns);
  }

  /**
   * The same version with a checksum (protocol: "Version Checksum File") in the log, written here
   * when it is missing. It spares every commit that builds on this snapshot a replay of the log.
   */
  TableSnapshot withChecksum() {
    if (kernel.getCurrentCrcInfo().isPresent()) {
      return this;
    }
    try {
      // Without the list of files, which Kernel cannot write when some have a vector and some not.
      CRCInfo checksum = ChecksumUtils.computeChecksum(engine(), kernel.getLogSegment(), false);
      new ChecksumWriter(kernel.getLogPath()).writeCheckSum(engine(), checksum);
      return store.at(version());
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "Could not write the checksum of version {} of {}; commits will be slower.",
          version(),
          path(),
          e);
      return this;
    }
  }

  /**
   * Throws, in words for the user, unless the table as of this version can take what a job writes.
   *
   * @param upsert whether rows are replaced and deleted
   */
  public void requireFits(DeltaTable table, boolean upsert) {
    new TableCheck(table, upsert).checkAsIs(this);
  }

  /**
   * Throws, in words for the user, unless all rows of the table as of this version can be replaced
   * by those of a job, and its definition with them.
   *
   * @param upsert whether rows are replaced and deleted after that
   */
  public void requireReplaceable(DeltaTable table, boolean upsert) {
    TableCreation.checkDefinition(table, upsert);
    new TableCheck(table, upsert).checkReplaceable(this);
  }

  /** Throws unless files may be removed from the table. */
  public void requireRemovable() {
    TableCheck.requireNotAppendOnly(this, "Removals of old partitions");
  }

  /**
   * Throws unless this is the table with an id.
   *
   * @param id of the table that a state belongs to; null when the state is too old to know it
   * @param flow whose state it is
   */
  public void requireTable(@Nullable String id, String flow) {
    if (id != null && !id.equals(tableId())) {
      throw TableErrors.otherTable(path(), flow, id, tableId());
    }
  }

  /**
   * Whether the log still has this version's commit as it was read or written: one request for its
   * status. It has not when the table was dropped, or dropped and created again. Times are compared
   * by seconds: object stores tell them more exactly in a listing than in a status.
   */
  boolean isInLog() {
    FileStatus known = kernel.getLogSegment().getDeltaFileAtEndVersion();
    try {
      FileStatus now = engine().getFileSystemClient().getFileStatus(known.getPath());
      return now.getSize() == known.getSize()
          && Math.abs(now.getModificationTime() - known.getModificationTime()) < 1000;
    } catch (FileNotFoundException e) {
      return false;
    } catch (IOException e) {
      throw TableErrors.unreachable(path(), e);
    }
  }

  /** A version of the same table: this, when it is that one already. */
  public TableSnapshot upTo(long version) {
    return version == version() ? this : store.at(version);
  }

  /** Starts a commit of the version after this one. */
  public TableCommit newCommit() {
    return new TableCommit(this);
  }

  /** Scan of chosen columns with positions, for the row index. */
  public KeyScan keyScan(List<String> columns) {
    return new KeyScan(this, reader(columns));
  }

  /** All live rows, projected; each row may be kept (no reuse). Close the iterator. */
  public CloseableIterator<RowData> rows(List<String> columns) {
    LiveFileScan files = new LiveFileScan(this);
    return new TableRows(files, files, reader(columns));
  }

  private FileReader reader(List<String> columns) {
    return new FileReader(store, layout(), columns, List.of());
  }

  /** The table's directory as a qualified URI. */
  public String path() {
    return store.path();
  }

  /** The snapshot after a commit on this one. */
  Committed committed(
      SnapshotImpl after, List<PostCommitHook> hooks, @Nullable String appId, long appVersion) {
    TableSnapshot snapshot = new TableSnapshot(store, after, appId, appVersion);
    return new Committed(snapshot, LogHooks.of(snapshot, hooks));
  }

  /** Whether the commit of this version is known to have recorded a transaction. */
  boolean knows(String transaction, long version) {
    return transaction.equals(appId) && version <= appVersion;
  }

  TableSnapshot with(SnapshotImpl other) {
    return new TableSnapshot(store, other);
  }

  SnapshotImpl kernel() {
    return kernel;
  }

  TableStore store() {
    return store;
  }

  TableEngine engine() {
    return store.engine();
  }

  VectorStore vectors() {
    return store.vectors();
  }

  StructType schema() {
    return kernel.getSchema();
  }
}
