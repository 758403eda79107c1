/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.annotation.Nullable;

/** Commits as other engines write them, and what befalls a log. */
public final class RawLog {

  private RawLog() {}

  public static Path commitFile(Path table, long version) {
    return table.resolve("_delta_log").resolve("%020d.json".formatted(version));
  }

  public static void commit(TestTable table, Path path, String operation, List<String> actions)
      throws IOException {
    table.reload();
    List<String> lines = new ArrayList<>();
    lines.add(
        "{\"commitInfo\":{\"timestamp\":%d,\"operation\":\"%s\",\"operationParameters\":{}}}"
            .formatted(table.snapshot.timestamp() + 1, operation));
    lines.addAll(actions);
    Files.write(
        commitFile(path, table.snapshot.version() + 1), lines, StandardOpenOption.CREATE_NEW);
    table.reload();
  }

  /** Puts all rows into one new file. */
  public static void optimize(TestTable table, Path path) throws IOException {
    List<String> actions = new ArrayList<>();
    for (LiveFile file : table.liveFiles()) {
      actions.add(remove(file, false));
    }
    for (DataFile file : table.write(table.rows())) {
      actions.add(
          "{\"add\":{\"path\":\"%s\",\"partitionValues\":{},\"size\":%d,\"modificationTime\":%d,\"dataChange\":false}}"
              .formatted(file.path(), file.size(), file.modificationTime()));
    }
    commit(table, path, "OPTIMIZE", actions);
  }

  public static String add(DataFile file, @Nullable DeletionVector vector) {
    return "{\"add\":{\"path\":\"%s\",\"partitionValues\":{},\"size\":%d,\"modificationTime\":%d,\"dataChange\":true%s}}"
        .formatted(file.path(), file.size(), file.modificationTime(), vector(vector));
  }

  /** Of a file with a vector, or none. */
  public static String remove(DataFile file, @Nullable DeletionVector vector) {
    return "{\"remove\":{\"path\":\"%s\",\"deletionTimestamp\":1,\"dataChange\":true%s}}"
        .formatted(file.path(), vector(vector));
  }

  /** A file of changes. */
  public static String cdc(String path, long size) {
    return "{\"cdc\":{\"path\":\"%s\",\"partitionValues\":{},\"size\":%d,\"dataChange\":false}}"
        .formatted(path, size);
  }

  private static String vector(@Nullable DeletionVector vector) {
    return vector == null
        ? ""
        : ",\"deletionVector\":{\"storageType\":\"%s\",\"pathOrInlineDv\":\"%s\",\"offset\":%d,\"sizeInBytes\":%d,\"cardinality\":%d}"
            .formatted(
                vector.storageType(),
                vector.pathOrInline(),
                vector.offset(),
                vector.sizeInBytes(),
                vector.cardinality());
  }

  public static String remove(LiveFile file, boolean dataChange) {
    return "{\"remove\":{\"path\":\"%s\",\"deletionTimestamp\":1,\"dataChange\":%s}}"
        .formatted(file.path(), dataChange);
  }

  /** The metadata of the table's first commit with something in place of something else. */
  public static String metadata(Path path, String what, String with) throws IOException {
    return Files.readAllLines(commitFile(path, 0)).stream()
        .filter(line -> line.contains("\"metaData\""))
        .map(line -> line.replace(what, with))
        .findFirst()
        .orElseThrow();
  }

  /** Removes what a path holds, and the path. */
  public static void deleteAll(Path path) throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
