/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.Progressable;

/**
 * The local disk as {@code denying://bucket}, where nobody may write. Some stores tell when they
 * are asked, others, such as S3, when something is written only.
 */
public final class DenyingFileSystem extends RawLocalFileSystem {
  private static final String TELLS = "fs.denying.tells";

  /** Arguments that give it to a run. */
  static List<String> settings(boolean tells) {
    return List.of(
        "--set",
        "flink.hadoop.fs.denying.impl=" + DenyingFileSystem.class.getName(),
        "--set",
        "flink.hadoop.fs.denying.impl.disable.cache=true",
        "--set",
        "flink.hadoop." + TELLS + "=" + tells);
  }

  private static AccessControlException denied(Path path) {
    return new AccessControlException("no right to write " + path);
  }

  @Override
  public void access(Path path, FsAction mode) throws IOException {
    if (getConf().getBoolean(TELLS, false)) {
      throw denied(path);
    }
  }

  @Override
  public boolean mkdirs(Path path) throws IOException {
    throw denied(path);
  }

  @Override
  public boolean mkdirs(Path path, FsPermission permission) throws IOException {
    throw denied(path);
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    throw denied(path);
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    throw denied(path);
  }

  @Override
  public URI getUri() {
    return URI.create("denying://bucket");
  }

  @Override
  public String getScheme() {
    return "denying";
  }
}
