/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */

/**
 * The record of a run: what it started from, what each commit was made of, how it ended. JSON lines
 * in the lake, written where things happen: by the client, the committers and, for the sources, one
 * task.
 */
package dev.deltacdc.job.record;
