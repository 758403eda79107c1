/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.watermark;

import static java.util.Objects.requireNonNull;

import dev.deltacdc.functions.event.EventOrigin;
import dev.deltacdc.functions.snapshot.DayRule;
import java.io.Serializable;
import java.time.Duration;
import java.util.Set;
import javax.annotation.Nullable;

/**
 * How the events of a flow make watermarks.
 *
 * @param times the event time of an event's row
 * @param originField the position of {@link EventOrigin} in the query's rows, or -1
 * @param parallelSources the names of the sources whose partitions are read side by side, so that
 *     each counts; the partitions of others, files, are read one after the other
 * @param idleTimeout after which a partition without events is not waited for; {@code null}: there
 *     is no watermark before the end of the input, so that nothing of it is late
 */
public record EventTimeOptions(
    DayRule times, int originField, Set<String> parallelSources, @Nullable Duration idleTimeout)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  public EventTimeOptions {
    requireNonNull(times, "times");
    parallelSources = Set.copyOf(parallelSources);
  }
}
