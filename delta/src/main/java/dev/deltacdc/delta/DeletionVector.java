/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.io.Serializable;
import javax.annotation.Nullable;

/**
 * Where the deleted positions of a data file are stored (Delta protocol, "Deletion Vector
 * Descriptor Schema").
 *
 * @param storageType {@code u} relative file named by a UUID, {@code p} absolute path, {@code i}
 *     inline
 * @param pathOrInline prefix and encoded UUID, path, or encoded bytes
 * @param offset of the size field in the file; null for inline vectors
 * @param sizeInBytes of the serialised bitmap, without size and checksum
 * @param cardinality number of deleted rows
 */
public record DeletionVector(
    String storageType,
    String pathOrInline,
    @Nullable Integer offset,
    int sizeInBytes,
    long cardinality)
    implements Serializable {

  /** The protocol's unique id of a vector; with the file's path it identifies a logical file. */
  public String uniqueId() {
    String id = storageType + pathOrInline;
    return offset == null ? id : id + "@" + offset;
  }
}
