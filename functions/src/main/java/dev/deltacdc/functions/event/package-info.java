/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
/**
 * What an event is: its row, its key, its sequence, its origin, and how a query's rows are read as
 * change events.
 */
package dev.deltacdc.functions.event;
