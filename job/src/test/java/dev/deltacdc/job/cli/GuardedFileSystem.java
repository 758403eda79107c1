/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsAction;

/** The local disk as {@code guarded://bucket}, for those who know the password. Never cached. */
public final class GuardedFileSystem extends RawLocalFileSystem {
  static final URI URI_ = URI.create("guarded://bucket");
  static final String PASSWORD = "fs.guarded.password";

  /** What opens it, but for the password. */
  static final Map<String, String> SETTINGS =
      Map.of(
          "fs.guarded.impl",
          GuardedFileSystem.class.getName(),
          "fs.guarded.impl.disable.cache",
          "true",
          "io.delta.kernel.logStore.guarded.impl",
          "io.delta.storage.S3SingleDriverLogStore");

  static String uri(Path path) {
    return "guarded://bucket" + path;
  }

  @Override
  public void initialize(URI uri, Configuration configuration) throws IOException {
    if (!"open sesame".equals(configuration.get(PASSWORD))) {
      throw new IOException(PASSWORD + " is wrong");
    }
    super.initialize(uri, configuration);
  }

  /** Permissions are read from paths that begin with file:. */
  @Override
  public void access(org.apache.hadoop.fs.Path path, FsAction mode) {}

  @Override
  public URI getUri() {
    return URI_;
  }

  @Override
  public String getScheme() {
    return "guarded";
  }
}
