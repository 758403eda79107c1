/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import dev.deltacdc.functions.count.EventCounters;
import dev.deltacdc.functions.count.Step;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.types.RowKind;

/** What a daily snapshot counts, see {@link EventCounters}. */
public final class SnapshotCounters {
  /** Rows written: the rows of written days, and corrected ones again. */
  public static final String WRITTEN = "written";

  /** Rows removed from written days. */
  public static final String REMOVED = "removed";

  /** Late events that changed a closed day. */
  public static final String CORRECTED = "corrected";

  /** Events of days that LATE EVENTS no longer corrects: those days stay as they are. */
  public static final String TOO_LATE = "tooLate";

  /** Days closed. */
  public static final String CLOSED_DAYS = "closedDays";

  private final EventCounters counters;
  private final EventCounters.Count written;
  private final EventCounters.Count removed;

  private SnapshotCounters(EventCounters counters) {
    this.counters = counters;
    this.written = counters.counter(WRITTEN);
    this.removed = counters.counter(REMOVED);
    counters.counter(CORRECTED);
    counters.counter(TOO_LATE);
  }

  static SnapshotCounters restore(RuntimeContext runtime, OperatorStateStore store, Step step)
      throws Exception {
    return new SnapshotCounters(EventCounters.restore(runtime, store, step));
  }

  void row(RowKind kind) {
    (kind == RowKind.DELETE ? removed : written).increment();
  }

  void corrected() {
    counters.increment(CORRECTED);
  }

  void tooLate() {
    counters.increment(TOO_LATE);
  }

  long value(String counter) {
    return counters.value(counter);
  }

  void snapshot() throws Exception {
    counters.snapshot();
  }
}
