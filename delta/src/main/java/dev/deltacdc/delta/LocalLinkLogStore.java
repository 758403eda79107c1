/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.storage.HadoopFileSystemLogStore;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;

/**
 * Publishes log entries on local disks by a hard link to a finished temporary file: the operating
 * system refuses a second one of the same name, whichever process asks. The stores that come with
 * Delta check first and rename then, which loses acknowledged commits of two processes.
 *
 * <p>Where the file system has no hard links, a lock file guards the check and the rename; that
 * keeps apart only writers that use this class.
 */
public final class LocalLinkLogStore extends HadoopFileSystemLogStore {

  private static final Object IN_PROCESS = new Object();

  public LocalLinkLogStore(Configuration hadoop) {
    super(hadoop);
  }

  @Override
  public void write(
      org.apache.hadoop.fs.Path path,
      Iterator<String> actions,
      Boolean overwrite,
      Configuration hadoop)
      throws IOException {
    Path target = Path.of(path.toUri().getPath());
    Path temporary =
        target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
    try {
      writeLines(temporary, actions);
      // Hadoop verifies a file against such a sibling; one that another writer left would make ours
      // unreadable.
      Files.deleteIfExists(target.resolveSibling("." + target.getFileName() + ".crc"));
      if (overwrite) {
        Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
      } else {
        publish(temporary, target);
      }
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private static void writeLines(Path file, Iterator<String> lines) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      BufferedWriter writer =
          new BufferedWriter(
              java.nio.channels.Channels.newWriter(channel, StandardCharsets.UTF_8), 1 << 16);
      while (lines.hasNext()) {
        writer.write(lines.next());
        writer.write('\n');
      }
      writer.flush();
      channel.force(true);
    }
  }

  private static void publish(Path temporary, Path target) throws IOException {
    try {
      Files.createLink(target, temporary);
    } catch (FileAlreadyExistsException taken) {
      throw taken;
    } catch (UnsupportedOperationException | java.nio.file.FileSystemException noLinks) {
      publishUnderLock(temporary, target);
    }
  }

  static void publishUnderLock(Path temporary, Path target) throws IOException {
    Path lockFile = target.resolveSibling(".commit.lock");
    // A file lock belongs to the process: threads of one process exclude each other by the monitor.
    synchronized (IN_PROCESS) {
      try (FileChannel channel =
              FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        if (Files.exists(target)) {
          throw new FileAlreadyExistsException(target.toString());
        }
        Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  @Override
  public Boolean isPartialWriteVisible(org.apache.hadoop.fs.Path path, Configuration hadoop) {
    return true;
  }
}
