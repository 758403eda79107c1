/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * The files of a source: the path itself, or everything below it but what starts with a dot or an
 * underscore (temporary and marker files of other tools), in the order of their paths.
 */
record FileListing(Path path) {

  List<FileStatus> list() throws IOException {
    FileSystem fs = path.getFileSystem();
    List<FileStatus> files = new ArrayList<>();
    collect(fs, fs.getFileStatus(path), files);
    files.sort(Comparator.comparing(file -> file.getPath().toString()));
    return files;
  }

  private static void collect(FileSystem fs, FileStatus status, List<FileStatus> files)
      throws IOException {
    if (!status.isDir()) {
      files.add(status);
      return;
    }
    FileStatus[] children = fs.listStatus(status.getPath());
    for (FileStatus child : children == null ? new FileStatus[0] : children) {
      String name = child.getPath().getName();
      if (!name.startsWith(".") && !name.startsWith("_")) {
        collect(fs, child, files);
      }
    }
  }
}
