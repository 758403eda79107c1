/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import dev.deltacdc.job.topology.PipelineException;
import dev.deltacdc.job.topology.SavedState;
import dev.deltacdc.job.triggered.EndOfRun;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The savepoints and checkpoints of a pipeline's runs, in one folder of any of Flink's file
 * systems: {@code savepoints/ID} and {@code checkpoints/JOB/chk-N}. There is no pointer to the
 * newest one that could be behind: numbers go up from run to run, and Flink writes {@code
 * _metadata} last, when all else is there.
 */
final class SavedStates {

  private static final Logger LOG = LoggerFactory.getLogger(SavedStates.class);
  private static final String METADATA = "_metadata";

  private final Path savepoints;
  private final Path checkpoints;

  /**
   * @param location the folder as Flink names it
   */
  SavedStates(String location) {
    savepoints = new Path(location + "/savepoints");
    checkpoints = new Path(location + "/checkpoints");
  }

  /**
   * State to go on from.
   *
   * @param location what Flink restores
   */
  record Saved(String location, SavedState state) {}

  /**
   * Those of the operators that still run in a job that goes on from the state, if there is any.
   */
  static List<String> running(Optional<Saved> from, List<String> uids) {
    return uids.stream()
        .filter(uid -> from.isEmpty() || !from.get().state().finished().contains(uid))
        .toList();
  }

  /**
   * State of runs that leave off is for runs that go on; another would read nothing new.
   *
   * @throws PipelineException if the mode cannot go on from it
   */
  static void requireOf(RunMode mode, Optional<Saved> from) {
    if (mode == RunMode.DECLARED
        && from.filter(saved -> EndOfRun.isIn(saved.state().uids())).isPresent()) {
      throw new PipelineException(
          List.of(
              "The state in "
                  + from.get().location()
                  + " is of runs with --mode. Give --mode triggered to read what is new,"
                  + " --mode continuous to go on until it is stopped, or --full-refresh-all to fill"
                  + " all tables anew."));
    }
  }

  String savepoints() {
    return savepoints.toString();
  }

  String checkpoints() {
    return checkpoints.toString();
  }

  /**
   * The newest savepoint or checkpoint that is whole, if there is any. One that was being written
   * when its job was killed is none: nothing of it was committed.
   */
  Optional<Saved> newest() throws IOException {
    List<Path> candidates = folders(savepoints);
    for (Path job : folders(checkpoints)) {
      candidates.addAll(folders(job));
    }
    Saved newest = null;
    for (Path candidate : candidates) {
      if (!candidate.getFileSystem().exists(new Path(candidate, METADATA))) {
        continue;
      }
      try {
        Saved saved = new Saved(candidate.toString(), SavedState.read(candidate.toString()));
        if (newest == null || saved.state().checkpointId() > newest.state().checkpointId()) {
          newest = saved;
        }
      } catch (IOException e) {
        LOG.warn("{} is left out, it cannot be read.", candidate, e);
      }
    }
    return Optional.ofNullable(newest);
  }

  /** Removes all state: the next run starts without. */
  void clear() throws IOException {
    checkpoints.getFileSystem().delete(checkpoints, /* recursive= */ true);
    savepoints.getFileSystem().delete(savepoints, /* recursive= */ true);
  }

  private static List<Path> folders(Path parent) throws IOException {
    FileSystem files = parent.getFileSystem();
    List<Path> folders = new ArrayList<>();
    try {
      FileStatus[] children = files.listStatus(parent);
      if (children != null) {
        for (FileStatus child : children) {
          if (child.isDir()) {
            folders.add(child.getPath());
          }
        }
      }
    } catch (FileNotFoundException e) {
      LOG.debug("There is no {}.", parent);
    }
    return folders;
  }
}
