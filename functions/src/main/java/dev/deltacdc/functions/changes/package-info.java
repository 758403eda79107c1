/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
/** The changes of a current-state table, as rows for those that read it. */
package dev.deltacdc.functions.changes;
