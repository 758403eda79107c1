/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
/**
 * From ordered change events to the rows of history tables (SCD type 2): each row says from which
 * sequence to which it was valid. {@link dev.deltacdc.functions.history.HistoryTable} lays the
 * operators.
 */
package dev.deltacdc.functions.history;
