/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;

/**
 * What a savepoint or retained checkpoint has state of, as far as its metadata file tells.
 *
 * @param checkpointId its number; a job that starts from it goes on counting
 * @param uids of all operators
 * @param withState uids of operators with state in at least one subtask
 * @param finished uids of operators that had ended, in all subtasks: they never run again
 */
public record SavedState(
    long checkpointId, Set<String> uids, Set<String> withState, Set<String> finished) {

  private static final String METADATA = "_metadata";

  public SavedState {
    uids = Set.copyOf(uids);
    withState = Set.copyOf(withState);
    finished = Set.copyOf(finished);
  }

  /**
   * Reads the metadata; the state itself is not touched.
   *
   * @param location the savepoint's folder or its metadata file, on any of Flink's file systems
   * @throws IOException if it cannot be read
   */
  public static SavedState read(String location) throws IOException {
    Path path = new Path(location);
    FileSystem files = path.getFileSystem();
    Path metadata = files.getFileStatus(path).isDir() ? new Path(path, METADATA) : path;
    try (FSDataInputStream in = files.open(metadata)) {
      CheckpointMetadata read =
          Checkpoints.loadCheckpointMetadata(
              new DataInputStream(in), SavedState.class.getClassLoader(), location);
      return of(read.getCheckpointId(), read.getOperatorStates());
    } catch (RuntimeException e) {
      throw new IOException(location + " is no savepoint: " + e.getMessage(), e);
    }
  }

  private static SavedState of(long checkpointId, Collection<OperatorState> operators) {
    Set<String> uids = new TreeSet<>();
    Set<String> withState = new TreeSet<>();
    Set<String> finished = new TreeSet<>();
    for (OperatorState operator : operators) {
      operator
          .getOperatorUid()
          .ifPresent(
              uid -> {
                uids.add(uid);
                if (operator.getStateSize() > 0) {
                  withState.add(uid);
                }
                if (operator.isFullyFinished()) {
                  finished.add(uid);
                }
              });
    }
    return new SavedState(checkpointId, uids, withState, finished);
  }

  /** The generations of flows and tables that have state. */
  public Map<String, Integer> generations() {
    return Generations.in(uids);
  }
}
