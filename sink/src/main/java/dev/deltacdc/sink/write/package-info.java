/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
/** The writer: rows become data files and positions to delete, one result per epoch. */
package dev.deltacdc.sink.write;
