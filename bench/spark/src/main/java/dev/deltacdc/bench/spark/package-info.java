/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
/** Trials of Spark with Delta. */
package dev.deltacdc.bench.spark;
