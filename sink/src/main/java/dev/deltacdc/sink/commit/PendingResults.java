/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import dev.deltacdc.sink.write.WriterResult;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The results of this run that wait for their checkpoint, and who sent what. */
final class PendingResults {

  private final String name;
  private final boolean endedBefore;
  private final List<WriterResult> results = new ArrayList<>();
  private final Map<Long, BitSet> sent = new HashMap<>();
  private final BitSet ended = new BitSet();
  private int parallelism;

  /**
   * @param endedBefore all writers had ended when the checkpoint was taken from which this run was
   *     restored: Flink then doesn't start them again
   */
  PendingResults(String name, boolean endedBefore) {
    this.name = name;
    this.endedBefore = endedBefore;
  }

  void add(WriterResult result) {
    if (parallelism != 0 && parallelism != result.parallelism()) {
      throw new IllegalStateException(
          "Writers of '"
              + name
              + "' run with parallelism "
              + parallelism
              + " and "
              + result.parallelism()
              + ": results of two runs met.");
    }
    parallelism = result.parallelism();
    results.add(result);
    if (result.last()) {
      ended.set(result.subtask());
    } else {
      sent.computeIfAbsent(result.epoch(), epoch -> new BitSet()).set(result.subtask());
    }
  }

  /** Takes out the results of all epochs up to a completed checkpoint. */
  List<WriterResult> takeUpTo(long checkpointId) {
    List<WriterResult> taken = new ArrayList<>();
    results.removeIf(
        result -> {
          boolean due = result.epoch() <= checkpointId;
          if (due) {
            taken.add(result);
          }
          return due;
        });
    sent.keySet().removeIf(epoch -> epoch <= checkpointId);
    return taken;
  }

  /**
   * Fails unless every writer has sent the epoch of the checkpoint, or its final result. To be
   * asked before the checkpoint is complete: restored from it, the job would never get what is
   * missing.
   */
  void requireComplete(long checkpointId) {
    if (parallelism == 0 && endedBefore) {
      return;
    }
    BitSet there = (BitSet) sent.getOrDefault(checkpointId, new BitSet()).clone();
    there.or(ended);
    if (parallelism == 0 || there.cardinality() != parallelism) {
      BitSet missing = new BitSet();
      missing.set(0, Math.max(parallelism, 1));
      missing.andNot(there);
      throw CommitErrors.missingResults(name, checkpointId, missing.stream().boxed().toList());
    }
  }

  /** Takes out everything, without a checkpoint. */
  List<WriterResult> takeAll() {
    List<WriterResult> taken = new ArrayList<>(results);
    results.clear();
    sent.clear();
    return taken;
  }

  boolean allEnded() {
    return parallelism == 0 ? endedBefore : ended.cardinality() == parallelism;
  }

  List<WriterResult> all() {
    return results;
  }

  int size() {
    return results.size();
  }
}
