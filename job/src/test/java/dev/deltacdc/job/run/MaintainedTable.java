/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.delta.DataFileWriter;
import dev.deltacdc.delta.TableCommit;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.CloseableIterator;

/** A table that is maintained between runs, as other engines do it. */
final class MaintainedTable {

  private static final int TARGET_BYTES = 1 << 20;

  private final Path path;
  private final TableStore store;

  MaintainedTable(Path path) {
    this.path = path;
    this.store = TableStore.open(path.toString(), Map.of());
  }

  /** OPTIMIZE: one new file for each partition, and no file of before. */
  void optimize() throws Exception {
    TableSnapshot before = store.latest();
    Map<Map<String, String>, List<RowData>> partitions = new HashMap<>();
    DataFileWriter writer = before.dataFileWriter(before.rowType(), TARGET_BYTES);
    try (CloseableIterator<RowData> rows = before.rows(before.rowType().getFieldNames())) {
      while (rows.hasNext()) {
        RowData row = rows.next();
        partitions.computeIfAbsent(writer.partitionOf(row), p -> new ArrayList<>()).add(row);
      }
    }
    TableCommit commit = before.newCommit().maintenance();
    before.forEachLiveFile(commit::remove);
    partitions.forEach(
        (partition, rows) ->
            writer.write(partition, rows.iterator()).forEach(file -> commit.add(file, null)));
    commit.commit();
    Path written = commitFile(before.version() + 1);
    Files.writeString(
        written,
        Files.readString(written)
            .replace("\"dataChange\":true", "\"dataChange\":false")
            .replace("\"Manual Update\"", "\"OPTIMIZE\""));
    assertThat(store.latest().sameLiveFiles(before)).isFalse();
  }

  /** VACUUM without any retention, after {@link #optimize}: files that the log no longer names. */
  void vacuum() throws IOException {
    Set<Path> live = new HashSet<>();
    store
        .latest()
        .forEachLiveFile(
            file -> {
              assertThat(file.vector()).isNull();
              live.add(path.resolve(file.path()));
            });
    int removed = 0;
    for (Path file : dataFiles()) {
      if (!live.contains(file)) {
        Files.delete(file);
        removed++;
      }
    }
    assertThat(removed).isPositive();
  }

  private List<Path> dataFiles() throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !file.startsWith(path.resolve("_delta_log")))
          .toList();
    }
  }

  /** Leaves the newest version out, as if the writer had been killed just before. */
  void undoNewest() throws IOException {
    String version = "%020d.".formatted(store.latest().version());
    try (Stream<Path> log = Files.list(path.resolve("_delta_log"))) {
      for (Path file : log.toList()) {
        String name = file.getFileName().toString();
        if (name.startsWith(version) || name.startsWith("." + version)) {
          Files.delete(file);
        }
      }
    }
  }

  long version() {
    return store.latest().version();
  }

  private Path commitFile(long version) {
    return path.resolve("_delta_log").resolve("%020d.json".formatted(version));
  }
}
