/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
/** Trials of Iceberg: its Flink sink in upsert mode, and its reader. */
package dev.deltacdc.bench.iceberg;
