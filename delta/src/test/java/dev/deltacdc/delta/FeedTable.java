/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;

/** A table of ids and names with a change feed, whose commits are written by hand. */
public final class FeedTable {

  private static final VarCharType TEXT = new VarCharType(VarCharType.MAX_LENGTH);

  private static final RowType CHANGES =
      RowType.of(
          new LogicalType[] {new IntType(), TEXT, TEXT},
          new String[] {"id", "name", "_change_type"});

  private static final String NO_FEED = "\"configuration\":{";
  private static final String FEED = NO_FEED + "\"delta.enableChangeDataFeed\":\"true\",";

  public final Path path;
  public final TestTable table;
  private final TestTable changes;

  /** The feed is on from version 1. */
  public FeedTable(Path directory) throws IOException {
    this.path = directory.resolve("table");
    this.table = TestTable.upsert(path);
    this.changes =
        TestTable.create(DeltaTable.of(directory.resolve("changes").toString(), CHANGES), false);
    keepFeed(true);
  }

  public void keepFeed(boolean on) throws IOException {
    commit("SET TBLPROPERTIES", RawLog.metadata(path, NO_FEED, on ? FEED : NO_FEED));
  }

  public void commit(String operation, String... actions) throws IOException {
    RawLog.commit(table, path, operation, List.of(actions));
  }

  public DataFile write(List<RowData> rows) {
    return table.write(rows).get(0);
  }

  public DataFile insert(List<RowData> rows) throws IOException {
    DataFile file = write(rows);
    commit("WRITE", RawLog.add(file, null));
    return file;
  }

  /** Puts vectors in place of each other. */
  public void replace(DataFile file, @Nullable DeletionVector old, @Nullable DeletionVector vector)
      throws IOException {
    commit("DELETE", RawLog.remove(file, old), RawLog.add(file, vector));
  }

  public DeletionVector vector(DataFile file, int... positions) {
    return table.vector(new LiveFile(file, null), positions);
  }

  public static RowData change(int id, String name, String type) {
    return GenericRowData.of(id, StringData.fromString(name), StringData.fromString(type));
  }

  /** Updates all names of a file, with a file of changes as Spark writes it. */
  public DataFile update(DataFile file, int from, int to, String suffix) throws IOException {
    List<RowData> after = new ArrayList<>();
    List<RowData> rows = new ArrayList<>();
    for (int id = from; id < to; id++) {
      after.add(TestTable.row(id, "n" + id + suffix));
      rows.add(change(id, "n" + id, "update_preimage"));
      rows.add(change(id, "n" + id + suffix, "update_postimage"));
    }
    DataFile updated = write(after);
    commit("UPDATE", RawLog.remove(file, null), RawLog.add(updated, null), cdc(rows));
    return updated;
  }

  public String cdc(List<RowData> rows) throws IOException {
    DataFile written = changes.write(rows).get(0);
    String name = "_change_data/cdc-" + written.path();
    Files.createDirectories(path.resolve("_change_data"));
    Path source = Path.of(URI.create(changes.snapshot.path())).resolve(written.path());
    Files.copy(source, path.resolve(name));
    return RawLog.cdc(name, written.size());
  }
}
