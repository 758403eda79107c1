/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */

/**
 * A series of full snapshots of a table as change events: what is new or changed is an upsert, what
 * a snapshot lacks a delete, with the snapshot's version as sequence.
 */
package dev.deltacdc.functions.series;
