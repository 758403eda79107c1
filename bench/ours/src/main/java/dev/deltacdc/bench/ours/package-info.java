/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
/** Trials of this project: its sink in jobs of their own, and whole pipelines. */
package dev.deltacdc.bench.ours;
