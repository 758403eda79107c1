/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.util.List;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.Path;

/**
 * The files that are one full snapshot together, as they were listed.
 *
 * @param files in the order in which they are read
 */
record SnapshotParts(List<FileStatus> files) {

  SnapshotParts {
    files = List.copyOf(files);
  }

  /** The sum of the files' sizes in bytes. */
  long length() {
    return files.stream().mapToLong(FileStatus::getLen).sum();
  }

  /** When the last of them was modified, in milliseconds since 1970; 0 if there is none. */
  long modificationTime() {
    return files.stream().mapToLong(FileStatus::getModificationTime).max().orElse(0);
  }

  /** The same as one entry of a listing, with the sum of the sizes. */
  FileStatus asFolder(Path folder) {
    return new Folder(folder, length(), modificationTime());
  }

  private record Folder(Path path, long length, long modificationTime) implements FileStatus {
    @Override
    public long getLen() {
      return length;
    }

    @Override
    public long getBlockSize() {
      return length;
    }

    @Override
    public short getReplication() {
      return 1;
    }

    @Override
    public long getModificationTime() {
      return modificationTime;
    }

    @Override
    public long getAccessTime() {
      return 0;
    }

    @Override
    public boolean isDir() {
      return true;
    }

    @Override
    public Path getPath() {
      return path;
    }
  }
}
