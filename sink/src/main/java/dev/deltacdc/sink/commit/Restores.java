/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import dev.deltacdc.delta.TableChange;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.annotation.Nullable;

/**
 * Whether what a job has written is still in its table, after RESTOREs by others. A RESTORE to a
 * version takes on what that version had: one may take rows away, a later one bring them back, a
 * third one go back to a version between the two.
 */
final class Restores {

  /** From a version on, the RESTORE that took rows away; empty: the table has all of them. */
  private final TreeMap<Long, Optional<TableChange>> taking = new TreeMap<>();

  /**
   * @param whole a version that has all that was written until then
   */
  Restores(long whole) {
    taking.put(whole, Optional.empty());
  }

  /**
   * Whether a RESTORE takes away commits of the job's. One that doesn't say its version, since it
   * was given a time, counts as one that does.
   *
   * @param lastOwn version of the job's last commit before it; -1 when there is none
   */
  static boolean takes(TableChange restore, long lastOwn) {
    Long version = restore.restoredVersion();
    return version == null ? lastOwn >= 0 : version < lastOwn;
  }

  /**
   * Takes the next RESTORE of the history.
   *
   * @param lastOwn version of the job's last commit before it
   */
  void add(TableChange restore, long lastOwn) {
    Map.Entry<Long, Optional<TableChange>> then =
        takes(restore, lastOwn) ? null : taking.floorEntry(restore.restoredVersion());
    taking.put(restore.version(), then == null ? Optional.of(restore) : then.getValue());
  }

  /** The RESTORE since which rows are missing, or null. */
  @Nullable
  TableChange takingBack() {
    return taking.lastEntry().getValue().orElse(null);
  }
}
