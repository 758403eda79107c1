/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import javax.annotation.Nullable;

/**
 * Removes a folder with all that is in it. Files may vanish meanwhile: Flink discards checkpoints
 * in the background, also after the job's end.
 */
final class FolderRemoval extends SimpleFileVisitor<Path> {

  private FolderRemoval() {}

  /** Does nothing if the folder is not there. */
  static void remove(Path folder) throws IOException {
    Files.walkFileTree(folder, new FolderRemoval());
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
    Files.deleteIfExists(file);
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
    if (failure instanceof NoSuchFileException) {
      return FileVisitResult.CONTINUE;
    }
    throw failure;
  }

  @Override
  public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
      throws IOException {
    if (failure != null && !(failure instanceof NoSuchFileException)) {
      throw failure;
    }
    Files.deleteIfExists(folder);
    return FileVisitResult.CONTINUE;
  }
}
