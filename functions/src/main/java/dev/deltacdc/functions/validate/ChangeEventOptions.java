/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.validate;

import static java.util.Objects.requireNonNull;

import dev.deltacdc.functions.reject.OnInvalid;
import java.io.Serializable;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import javax.annotation.Nullable;

/**
 * How a flow reads its events.
 *
 * @param flow its name, for counters and the quarantine table
 * @param source the name of what it reads, for rows whose origin does not tell it
 * @param onInvalid what becomes of invalid events
 * @param maxAhead how far an event time may be ahead of the wall clock, where a snapshot reads the
 *     target
 * @param zones the zones of the snapshots that read the target, where event times have none
 * @param ignoreNulls the positions of the target's columns in which a NULL keeps the value known;
 *     of key columns it has no meaning (semantics: "IGNORE NULL UPDATES")
 */
public record ChangeEventOptions(
    String flow,
    String source,
    OnInvalid onInvalid,
    @Nullable Duration maxAhead,
    Set<ZoneId> zones,
    List<Integer> ignoreNulls)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  public ChangeEventOptions {
    requireNonNull(flow, "flow");
    requireNonNull(source, "source");
    requireNonNull(onInvalid, "onInvalid");
    zones = Set.copyOf(zones);
    ignoreNulls = List.copyOf(ignoreNulls);
  }
}
