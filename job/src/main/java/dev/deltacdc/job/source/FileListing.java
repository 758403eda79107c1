/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * The files of a source: the path itself, or everything below it but what starts with a dot or an
 * underscore (temporary and marker files of other tools), in the order of their paths.
 *
 * @param versions where each file is a full snapshot: they are in the order of their versions
 */
record FileListing(Path path, @Nullable SnapshotVersion versions) {

  List<FileStatus> list() throws IOException {
    FileSystem fs = path.getFileSystem();
    List<FileStatus> files = new ArrayList<>();
    collect(fs, fs.getFileStatus(path), files);
    files.sort(Comparator.comparing(file -> file.getPath().toString()));
    if (versions != null) {
      files.sort(Comparator.comparingLong(file -> versions.of(file.getPath())));
    }
    return files;
  }

  /**
   * Checks that snapshots that were found follow on those that are known, each with a greater
   * version than the one before.
   *
   * @throws IllegalArgumentException that names both files
   */
  void checkAscending(Collection<Path> known, List<FileStatus> found) {
    if (versions == null) {
      return;
    }
    Optional<Path> last = known.stream().max(Comparator.comparingLong(versions::of));
    for (FileStatus file : found) {
      Path path = file.getPath();
      if (known.contains(path)) {
        continue;
      }
      if (last.isPresent() && versions.of(path) <= versions.of(last.get())) {
        throw new IllegalArgumentException(
            "The snapshot "
                + path
                + " comes "
                + (versions.of(path) == versions.of(last.get())
                    ? "with the version of "
                    : "behind ")
                + last.get()
                + ", which was taken before. Snapshots are taken in ascending order of versions, one"
                + " file each: move it elsewhere, or give it a greater version");
      }
      last = Optional.of(path);
    }
  }

  private static void collect(FileSystem fs, FileStatus status, List<FileStatus> files)
      throws IOException {
    if (!status.isDir()) {
      files.add(status);
      return;
    }
    for (FileStatus child : children(fs, status.getPath())) {
      String name = child.getPath().getName();
      if (!name.startsWith(".") && !name.startsWith("_")) {
        collect(fs, child, files);
      }
    }
  }

  /**
   * Flink cannot list a folder of this machine with a colon in a file's name, as times in names
   * have it: it takes what is before the colon for the scheme of a URI.
   */
  private static List<FileStatus> children(FileSystem fs, Path folder) throws IOException {
    if (fs.isDistributedFS()) {
      FileStatus[] children = fs.listStatus(folder);
      return children == null ? List.of() : List.of(children);
    }
    File[] files = new File(folder.getPath()).listFiles();
    if (files == null) {
      throw new IOException("the folder " + folder.getPath() + " cannot be listed");
    }
    List<FileStatus> children = new ArrayList<>();
    for (File file : files) {
      try {
        children.add(fs.getFileStatus(Path.fromLocalFile(file)));
      } catch (FileNotFoundException e) {
        // Removed since the folder was listed.
      }
    }
    return children;
  }
}
