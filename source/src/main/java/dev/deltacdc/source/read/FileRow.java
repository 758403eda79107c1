/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source.read;

import org.apache.flink.table.data.RowData;

/**
 * A row and where it is.
 *
 * @param position in the file, from 0; deleted rows count
 */
record FileRow(RowData row, long position) {}
