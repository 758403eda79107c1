/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.common;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Tables are folders: several systems begin with the same one. */
public final class Folders {

  private Folders() {}

  /**
   * A copy of a Delta table for one system. Data files are never changed, so they are hard links:
   * the copies share disk and page cache. The log is copied.
   */
  public static Path copyTable(Path from, Path to) throws IOException {
    try (Stream<Path> paths = Files.walk(from)) {
      for (Path path : paths.toList()) {
        Path target = to.resolve(from.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(target);
        } else if (path.toString().endsWith(".parquet")
            && !path.toString().contains("_delta_log")) {
          Files.createLink(target, path);
        } else {
          Files.copy(path, target);
        }
      }
    }
    return to;
  }

  /** Deletes a folder if it is there. */
  public static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> paths = Files.walk(folder)) {
        for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  /** Sum of the sizes of all files in it, in bytes. */
  public static long size(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> paths = Files.walk(folder)) {
      files = paths.filter(Files::isRegularFile).toList();
    }
    long bytes = 0;
    for (Path file : files) {
      bytes += Files.size(file);
    }
    return bytes;
  }
}
