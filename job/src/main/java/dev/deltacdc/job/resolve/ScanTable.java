/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import org.apache.flink.table.api.Schema;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.types.logical.RowType;

/**
 * A table whose rows the topology supplies as a stream. Its name is ours; users' queries reach it
 * by the views that {@link Relation#statements} make.
 *
 * @param table where to register it; {@code asSerializableString} is its path in SQL
 * @param schema columns that the stream gives, those of a source's metadata among them; computed
 *     columns, watermark
 * @param rowType the stream's rows: the columns that it gives, the origin column last when {@code
 *     hasOrigin}
 */
public record ScanTable(
    ObjectIdentifier table,
    Schema schema,
    RowType rowType,
    boolean hasOrigin,
    Changelog changelog) {

  /** A stream whose rows are only added. */
  ScanTable(ObjectIdentifier table, Schema schema, RowType rowType, boolean hasOrigin) {
    this(table, schema, rowType, hasOrigin, Changelog.INSERT_ONLY);
  }
}
