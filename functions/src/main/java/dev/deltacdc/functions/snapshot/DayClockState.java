/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import java.io.Serializable;

/**
 * What the day clock keeps.
 *
 * @param mark its newest mark
 * @param newestDay the newest day of which there is anything: of an event, of the table, or the
 *     first run's; {@link DayMark#NONE} before
 * @param sawEvent whether any event came
 */
public record DayClockState(DayMark mark, int newestDay, boolean sawEvent)
    implements Serializable {}
