/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

/** {@code CONSTRAINT name EXPECT (condition) [ON VIOLATION action]}. */
public record ExpectationSpec(Identifier name, SqlText condition, ViolationAction action) {}
