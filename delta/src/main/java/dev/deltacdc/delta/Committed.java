/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.util.List;

/**
 * A commit that is in the log.
 *
 * @param snapshot the table after it, built without reading the log; base of the next commit
 * @param hooks work on the log that may follow: checkpoint and checksum; run it off the commit
 *     path, in order, one at a time
 */
public record Committed(TableSnapshot snapshot, List<LogHook> hooks) {}
