/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
/**
 * Sustained upserts: the change events that all systems read, and how their speed is told from
 * their commits.
 */
package dev.deltacdc.bench.common.upserts;
