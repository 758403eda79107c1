/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.testdata;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where {@code testdata} is. */
public final class TestdataFolder {
  private TestdataFolder() {}

  /**
   * The repository's root: the nearest folder above the working directory that has {@code
   * testdata}.
   */
  public static Path repository() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.isDirectory(folder.resolve("testdata"))) {
      folder = folder.getParent();
    }
    if (folder == null) {
      throw new IllegalStateException(
          "No folder above the working directory has a folder testdata.");
    }
    return folder;
  }

  /** The folder of a case such as {@code clientes}. */
  public static Path of(String name) {
    return repository().resolve("testdata").resolve(name);
  }
}
