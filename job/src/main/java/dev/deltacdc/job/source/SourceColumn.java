/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.io.Serializable;
import java.util.Objects;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * A column that a source's records give.
 *
 * @param type as declared, NOT NULL included
 * @param metadataKey what {@code METADATA FROM} names, the column's own name if it names nothing;
 *     {@code null}: the column is physical
 */
public record SourceColumn(String name, LogicalType type, @Nullable String metadataKey)
    implements Serializable {

  public SourceColumn {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
  }

  /** A column of the records' key or value. */
  public static SourceColumn physical(String name, LogicalType type) {
    return new SourceColumn(name, type, null);
  }

  boolean isPhysical() {
    return metadataKey == null;
  }
}
