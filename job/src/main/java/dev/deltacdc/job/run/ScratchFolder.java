/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The temporary files of one embedded run. */
final class ScratchFolder implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ScratchFolder.class);

  private final Path path;

  private ScratchFolder(Path path) {
    this.path = path;
  }

  static ScratchFolder create() throws IOException {
    return new ScratchFolder(Files.createTempDirectory("deltacdc-run"));
  }

  Path path() {
    return path;
  }

  @Override
  public void close() {
    try {
      FolderRemoval.remove(path);
    } catch (IOException e) {
      LOG.warn("The temporary folder {} could not be removed.", path, e);
    }
  }
}
