/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.testdata;

/** A line that must end in the quarantine table. */
@SuppressWarnings("ArrayRecordComponent")
record Rejected(String flow, String file, long line, String reason, byte[] raw) {}
