/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import dev.deltacdc.job.record.FileName;
import dev.deltacdc.job.topology.PipelineException;
import dev.deltacdc.job.topology.StartRule;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import javax.annotation.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where embedded runs of one pipeline keep their state: checkpoints while one runs, a savepoint
 * after it was stopped. Locked as long as it is open, so that there is one run at a time.
 */
final class StateFolder implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(StateFolder.class);

  private final Path path;
  private final FileChannel channel;
  private final FileLock lock;
  private final SavedStates saved;

  private StateFolder(Path path, FileChannel channel, FileLock lock) {
    this.path = path;
    this.channel = channel;
    this.lock = lock;
    this.saved = new SavedStates(location(path));
  }

  /**
   * Opens the folder, which is made if need be.
   *
   * @throws PipelineException if another run has it open, or it cannot be made or written
   */
  static StateFolder open(Path directory, String pipeline) {
    Path path = directory.resolve(FileName.of(pipeline)).toAbsolutePath();
    try {
      return lock(Files.createDirectories(path), pipeline);
    } catch (IOException e) {
      throw new PipelineException(
          List.of(
              StartRule.STATE_NOT_WRITABLE.broken(
                  "The run cannot keep its state in "
                      + path
                      + ": "
                      + e.getClass().getSimpleName()
                      + " "
                      + e.getMessage()
                      + ". Give write permission, name another lake, or another folder by --state.")));
    }
  }

  private static StateFolder lock(Path path, String pipeline) throws IOException {
    FileChannel channel =
        FileChannel.open(path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock lock = lock(channel);
    if (lock == null) {
      channel.close();
      throw new PipelineException(
          List.of(
              StartRule.ALREADY_RUNNING.broken(
                  "Another run of pipeline "
                      + pipeline
                      + " is going on: it has "
                      + path
                      + " locked. Wait for its end or stop it; two pipelines need two names"
                      + " (SET 'pipeline.name') or two folders (--state).")));
    }
    return new StateFolder(path, channel, lock);
  }

  @Nullable
  private static FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // by this process
    }
  }

  Path path() {
    return path;
  }

  /**
   * A folder of this machine as Flink names it. Not as a URI: Flink takes the escapes of blanks and
   * accents there for the name itself.
   */
  static String location(Path path) {
    return "file:" + path.toAbsolutePath();
  }

  /** The savepoints and checkpoints in it. */
  SavedStates saved() {
    return saved;
  }

  @Override
  public void close() {
    try {
      lock.release();
      channel.close();
    } catch (IOException e) {
      LOG.warn("The lock of {} could not be released.", path, e);
    }
  }
}
