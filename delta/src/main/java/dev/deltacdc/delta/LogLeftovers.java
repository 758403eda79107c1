/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What stays in a log's directory when expired entries are cleaned up. Kernel removes commits and
 * checkpoints; their checksum files, one a commit, would stay for ever, and so would what a process
 * that was killed had begun to write.
 */
final class LogLeftovers {

  /**
   * The versions of the protocol's "Delta Log Entries" and "Checkpoints", and of checksum files.
   */
  private static final Pattern VERSIONED = Pattern.compile("(\\d{20})\\.(json|checkpoint|crc).*");

  /** Temporary files of {@link LocalLinkLogStore} and {@link VerifiedCheckpoint}. */
  private static final Pattern TEMPORARY = Pattern.compile("\\.+\\d{20}\\..*\\.tmp(\\.crc)?");

  private static final long DAY_MILLIS = 86_400_000;

  private LogLeftovers() {}

  /**
   * Removes checksums of versions before the log's first entry, and temporary files of a day ago.
   */
  static void remove(TableEngine engine, String tablePath, long now) throws IOException {
    Path log = new Path(tablePath, "_delta_log");
    FileSystem files = log.getFileSystem(engine.hadoop());
    List<FileStatus> found = List.of(files.listStatus(log));
    long first = Long.MAX_VALUE;
    List<FileStatus> checksums = new ArrayList<>();
    for (FileStatus file : found) {
      Matcher matcher = VERSIONED.matcher(file.getPath().getName());
      if (matcher.matches() && matcher.group(2).equals("crc")) {
        checksums.add(file);
      } else if (matcher.matches()) {
        first = Math.min(first, Long.parseLong(matcher.group(1)));
      } else if (TEMPORARY.matcher(file.getPath().getName()).matches()
          && file.getModificationTime() < now - DAY_MILLIS) {
        files.delete(file.getPath(), false);
      }
    }
    for (FileStatus checksum : checksums) {
      if (Long.parseLong(checksum.getPath().getName().substring(0, 20)) < first) {
        files.delete(checksum.getPath(), false);
      }
    }
  }
}
