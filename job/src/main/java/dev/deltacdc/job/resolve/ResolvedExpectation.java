/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.ViolationAction;

/**
 * An expectation compiled into a query.
 *
 * @param field index of the BOOLEAN in the query's row
 */
public record ResolvedExpectation(
    String name, String condition, int field, ViolationAction action) {}
