/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import static java.util.Objects.requireNonNull;

import javax.annotation.Nullable;

/**
 * Where an event was read.
 *
 * @param source the table it was read from
 * @param position its place there: partition and offset, or a hash of its content where there is
 *     none
 * @param raw its bytes as they were read, or the row as text
 * @param timeMillis when it was written, if the source says
 */
@SuppressWarnings("ArrayRecordComponent") // bytes to hand on; nobody compares these
public record EventPosition(String source, String position, byte[] raw, @Nullable Long timeMillis) {
  public EventPosition {
    requireNonNull(source, "source");
    requireNonNull(position, "position");
    requireNonNull(raw, "raw");
  }
}
