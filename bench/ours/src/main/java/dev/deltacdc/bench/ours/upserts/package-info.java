/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
/**
 * Sustained upserts with our job, and its limits: a job that keeps state but writes nothing, one
 * that appends, and the bare Parquet writer.
 */
package dev.deltacdc.bench.ours.upserts;
