/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.e2e;

import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.CloseableIterator;

/** The tables of a lake as lists of rows. */
record Tables(Path lake) {

  /** The rows of a table, sorted; empty when it is not there yet. */
  List<String> rows(String table, String... columns) throws Exception {
    if (!isThere(table)) {
      return List.of();
    }
    TableSnapshot snapshot = TableStore.open(lake.resolve(table).toString(), Map.of()).latest();
    RowType type = snapshot.rowType();
    List<RowData.FieldGetter> getters = new ArrayList<>();
    for (int i = 0; i < columns.length; i++) {
      getters.add(RowData.createFieldGetter(type.getTypeAt(type.getFieldIndex(columns[i])), i));
    }
    List<String> rows = new ArrayList<>();
    try (CloseableIterator<RowData> iterator = snapshot.rows(Arrays.asList(columns))) {
      while (iterator.hasNext()) {
        RowData row = iterator.next();
        List<Object> values = new ArrayList<>();
        getters.forEach(getter -> values.add(getter.getFieldOrNull(row)));
        rows.add(columns.length == 1 ? String.valueOf(values.get(0)) : values.toString());
      }
    }
    Collections.sort(rows);
    return rows;
  }

  /** The first entry of a log is not there for ever: old ones expire. */
  private boolean isThere(String table) throws IOException {
    Path log = lake.resolve(table).resolve("_delta_log");
    if (!Files.isDirectory(log)) {
      return false;
    }
    try (Stream<Path> files = Files.list(log)) {
      return files.anyMatch(file -> file.toString().endsWith(".json"));
    }
  }

  /** How many data files the newest version has. */
  int liveFiles(String table) {
    int[] files = {0};
    TableStore.open(lake.resolve(table).toString(), Map.of())
        .latest()
        .forEachLiveFile(file -> files[0]++);
    return files[0];
  }

  /** Versions in the log, without a gap. */
  int versions(String table) throws Exception {
    try (var files = Files.list(lake.resolve(table).resolve("_delta_log"))) {
      return (int) files.filter(file -> file.toString().endsWith(".json")).count();
    }
  }
}
