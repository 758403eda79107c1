/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
/** Events that are not applied: why, where they were read, and the table that keeps them. */
package dev.deltacdc.functions.reject;
