/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.internal.TableImpl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.util.CloseableIterator;
import org.roaringbitmap.RoaringBitmap;

/** A table in a temporary folder and the steps that tests repeat. */
public final class TestTable {

  public static final RowType ID_NAME =
      RowType.of(
          new LogicalType[] {new IntType(), new VarCharType(VarCharType.MAX_LENGTH)},
          new String[] {"id", "name"});

  public final TableStore store;
  public TableSnapshot snapshot;

  private final RowType rowType;

  private TestTable(TableStore store, TableSnapshot snapshot, RowType rowType) {
    this.store = store;
    this.rowType = rowType;
    this.snapshot = snapshot;
  }

  public static TestTable upsert(Path path) {
    return create(DeltaTable.of(path.toString(), ID_NAME), true);
  }

  public static TestTable create(DeltaTable table, boolean deletionVectors) {
    TableStore store = TableStore.open(table.path(), Map.of());
    return new TestTable(store, store.createOrCheck(table, deletionVectors), table.rowType());
  }

  /** The same table as another process would have it. */
  public static TestTable existing(Path path) {
    TableStore store = TableStore.open(path.toString(), Map.of());
    TableSnapshot snapshot = store.latest();
    return new TestTable(store, snapshot, snapshot.rowType());
  }

  public static RowData row(int id, String name) {
    return GenericRowData.of(id, StringData.fromString(name));
  }

  public static List<RowData> ids(int from, int to) {
    List<RowData> rows = new ArrayList<>();
    for (int id = from; id < to; id++) {
      rows.add(row(id, "n" + id));
    }
    return rows;
  }

  public List<DataFile> write(List<RowData> rows) {
    return write(rows, 128 << 20);
  }

  /** Writes rows grouped by partition, as the sink does. */
  public List<DataFile> write(List<RowData> rows, long targetFileBytes) {
    DataFileWriter writer = snapshot.dataFileWriter(rowType, targetFileBytes);
    Map<Map<String, String>, List<RowData>> partitions = new LinkedHashMap<>();
    for (RowData row : rows) {
      partitions.computeIfAbsent(writer.partitionOf(row), k -> new ArrayList<>()).add(row);
    }
    List<DataFile> files = new ArrayList<>();
    partitions.forEach((values, part) -> files.addAll(writer.write(values, part.iterator())));
    return files;
  }

  public Committed append(List<RowData> rows) {
    TableCommit commit = snapshot.newCommit();
    write(rows).forEach(file -> commit.add(file, null));
    return commit(commit);
  }

  /** Deletes positions of one live file, on top of those that are deleted already. */
  public Committed delete(LiveFile live, int... positions) {
    return commit(snapshot.newCommit().replaceVector(live, vector(live, positions)));
  }

  public DeletionVector vector(LiveFile live, int... positions) {
    RoaringBitmap deleted =
        live.vector() == null ? new RoaringBitmap() : store.vectors().read(live.vector());
    Arrays.stream(positions).forEach(deleted::add);
    return store.vectors().write(Map.of(live.path(), deleted)).get(live.path());
  }

  public Committed commit(TableCommit commit) {
    Committed committed = commit.commit();
    snapshot = committed.snapshot();
    return committed;
  }

  /** Writes a checkpoint of the newest version, and removes the log before it. */
  public void cleanUpLog(Path path) throws IOException {
    TableImpl.forPath(store.engine(), path.toString())
        .checkpoint(store.engine(), snapshot.version());
    for (long version = 0; version < snapshot.version(); version++) {
      Files.deleteIfExists(path.resolve("_delta_log/%020d.json".formatted(version)));
      Files.deleteIfExists(path.resolve("_delta_log/%020d.crc".formatted(version)));
    }
  }

  public void reload() {
    snapshot = store.latest();
  }

  public List<LiveFile> liveFiles() {
    List<LiveFile> files = new ArrayList<>();
    snapshot.forEachLiveFile(files::add);
    return files;
  }

  public LiveFile onlyFile() {
    List<LiveFile> files = liveFiles();
    if (files.size() != 1) {
      throw new AssertionError("Expected one file: " + files);
    }
    return files.get(0);
  }

  public List<RowData> rows() {
    return rows(snapshot);
  }

  public static List<RowData> rows(TableSnapshot snapshot) {
    List<RowData> rows = new ArrayList<>();
    try (CloseableIterator<RowData> all = snapshot.rows(snapshot.rowType().getFieldNames())) {
      all.forEachRemaining(rows::add);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    return rows;
  }

  /** Rows of an (id, name) table by id; fails on an id that is there twice. */
  public Map<Integer, String> byId() {
    Map<Integer, String> byId = new HashMap<>();
    for (RowData row : rows()) {
      String other = byId.put(row.getInt(0), row.getString(1).toString());
      if (other != null) {
        throw new AssertionError("Two rows of id " + row.getInt(0));
      }
    }
    return byId;
  }
}
