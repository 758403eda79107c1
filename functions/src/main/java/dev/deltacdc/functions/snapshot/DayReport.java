/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import java.io.Serializable;

/**
 * What one upstream subtask tells the day clock.
 *
 * @param subtask its number
 * @param subtasks how many there are
 * @param completeDay the last day of which its watermark promises no more events; {@link
 *     Integer#MAX_VALUE} at the end of its input, {@link Integer#MIN_VALUE} when it has none
 * @param idle whether it has no events for now and holds no day open
 * @param greatestDay the greatest day of its events, {@link Integer#MIN_VALUE} when it has none
 * @param oldestDay the smallest day of its events since its last report, {@link Integer#MAX_VALUE}
 *     when it had none
 */
public record DayReport(
    int subtask, int subtasks, int completeDay, boolean idle, int greatestDay, int oldestDay)
    implements Serializable {}
