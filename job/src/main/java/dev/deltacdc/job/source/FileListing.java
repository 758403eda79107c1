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
 * @param snapshots where they are full snapshots with versions: each file or folder of the listing
 *     is one, and they are in the order of their versions
 */
record FileListing(Path path, @Nullable SnapshotFiles snapshots) {

  List<FileStatus> list() throws IOException {
    List<FileStatus> files = isInFolders() ? folders() : files();
    if (isSeries()) {
      files.sort(Comparator.comparingLong(this::version));
    }
    return files;
  }

  /** All files as one snapshot; empty if its folder is not whole yet. */
  Optional<SnapshotParts> location() throws IOException {
    FileSystem fs = path.getFileSystem();
    return isMarked(fs, path) ? Optional.of(new SnapshotParts(files())) : Optional.empty();
  }

  /** The parts of a snapshot of the listing: the files in its folder, or the file alone. */
  SnapshotParts parts(Path snapshot) throws IOException {
    FileSystem fs = path.getFileSystem();
    if (!isInFolders()) {
      return new SnapshotParts(List.of(fs.getFileStatus(snapshot)));
    }
    List<FileStatus> parts = new ArrayList<>();
    for (FileStatus part : visible(fs, snapshot)) {
      if (part.isDir()) {
        throw new IllegalArgumentException(
            part.getPath()
                + " is a folder in the folder of a full snapshot, which has the snapshot's files"
                + " alone: move the files up, or the folder elsewhere");
      }
      parts.add(part);
    }
    return new SnapshotParts(sorted(parts));
  }

  private List<FileStatus> files() throws IOException {
    FileSystem fs = path.getFileSystem();
    List<FileStatus> files = new ArrayList<>();
    collect(fs, fs.getFileStatus(path), files);
    return sorted(files);
  }

  /** A folder for each snapshot that is whole. */
  private List<FileStatus> folders() throws IOException {
    FileSystem fs = path.getFileSystem();
    List<FileStatus> folders = new ArrayList<>();
    for (FileStatus child : visible(fs, path)) {
      if (!child.isDir()) {
        throw new IllegalArgumentException(
            child.getPath()
                + " is a file, but '"
                + FormatOptions.SNAPSHOT_FOLDERS.key()
                + "' says that each folder in "
                + path
                + " is one full snapshot: move it into one, or elsewhere");
      }
      // Looked for first: behind it no file comes any more.
      if (isMarked(fs, child.getPath())) {
        SnapshotParts parts = parts(child.getPath());
        // Without a marker one without files is taken for one whose files are still to come.
        if (snapshots.marker() != null || !parts.files().isEmpty()) {
          folders.add(parts.asFolder(child.getPath()));
        }
      }
    }
    return folders;
  }

  private boolean isInFolders() {
    return snapshots != null && snapshots.folders();
  }

  private boolean isSeries() {
    return snapshots != null && !snapshots.isReread();
  }

  private boolean isMarked(FileSystem fs, Path folder) throws IOException {
    return snapshots.marker() == null || fs.exists(new Path(folder, snapshots.marker()));
  }

  private long version(FileStatus file) {
    return version(file.getPath());
  }

  private long version(Path file) {
    return snapshots.version().of(file);
  }

  private static List<FileStatus> sorted(List<FileStatus> files) {
    files.sort(Comparator.comparing(file -> file.getPath().toString()));
    return files;
  }

  /**
   * Checks that snapshots that were found follow on those that are known, each with a greater
   * version than the one before.
   *
   * @throws IllegalArgumentException that names both files
   */
  void checkAscending(Collection<Path> known, List<FileStatus> found) {
    if (!isSeries()) {
      return;
    }
    Optional<Path> last = known.stream().max(Comparator.comparingLong(this::version));
    for (FileStatus file : found) {
      Path path = file.getPath();
      if (known.contains(path)) {
        continue;
      }
      if (last.isPresent() && version(path) <= version(last.get())) {
        throw new IllegalArgumentException(
            "The snapshot "
                + path
                + " comes "
                + (version(path) == version(last.get()) ? "with the version of " : "behind ")
                + last.get()
                + ", which was taken before. Snapshots are taken in ascending order of versions, one"
                + (snapshots.folders() ? " folder" : " file")
                + " each: move it elsewhere, or give it a greater version");
      }
      last = Optional.of(path);
    }
  }

  private void collect(FileSystem fs, FileStatus status, List<FileStatus> files)
      throws IOException {
    if (!status.isDir()) {
      files.add(status);
      return;
    }
    for (FileStatus child : visible(fs, status.getPath())) {
      collect(fs, child, files);
    }
  }

  private List<FileStatus> visible(FileSystem fs, Path folder) throws IOException {
    return children(fs, folder).stream()
        .filter(child -> !isHidden(child.getPath().getName()))
        .toList();
  }

  private boolean isHidden(String name) {
    return name.startsWith(".")
        || name.startsWith("_")
        || (snapshots != null && name.equals(snapshots.marker()));
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
        children.add(fs.getFileStatus(PathsInState.local(file)));
      } catch (FileNotFoundException e) {
        // Removed since the folder was listed.
      }
    }
    return children;
  }
}
