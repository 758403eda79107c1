/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.reject;

import dev.deltacdc.functions.event.EventPosition;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.util.OutputTag;

/**
 * An event that a step would not take. The same bytes at the same place give the same rejected
 * event, so that reading again changes nothing in the quarantine table.
 *
 * @param flow the step that rejected it: the source table for a line that does not parse, the view
 *     or flow otherwise
 * @param source the table it was read from
 * @param position its place there
 * @param reason one of {@link RejectReason}
 * @param message what was wrong, for people; a source's quotes the value that does not fit, up to
 *     60 bytes of it. So it goes where the raw bytes may go: into the quarantine table, and one for
 *     each reason into the summary; never into logs
 * @param raw its bytes as they were read, or the row as text
 * @param timeMillis when it was written, if the source says
 */
@SuppressWarnings("ArrayRecordComponent") // bytes to hand on; nobody compares these
public record RejectedEvent(
    String flow,
    String source,
    String position,
    String reason,
    String message,
    byte[] raw,
    @Nullable Long timeMillis) {

  /** The side output of every operator that rejects. */
  public static final OutputTag<RejectedEvent> TAG =
      new OutputTag<>("rejected", TypeInformation.of(RejectedEvent.class));

  /** An event read at a known place. */
  public static RejectedEvent at(
      EventPosition position, String flow, String reason, String message) {
    return new RejectedEvent(
        flow,
        position.source(),
        position.position(),
        reason,
        message,
        position.raw(),
        position.timeMillis());
  }
}
