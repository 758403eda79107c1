/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;

/** Writes a {@link RowKey} as its bytes. */
public final class RowKeySerializer extends PackedSerializer<RowKey> {
  private static final long serialVersionUID = 1L;

  /** The one instance: there is nothing to configure. */
  public static final RowKeySerializer INSTANCE = new RowKeySerializer();

  @Override
  public RowKey createInstance() {
    return RowKey.of(new byte[0]);
  }

  @Override
  protected byte[] pack(RowKey value) {
    return value.bytes();
  }

  @Override
  protected RowKey unpack(byte[] bytes) {
    return RowKey.of(bytes);
  }

  @Override
  public TypeSerializerSnapshot<RowKey> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Its name is in the checkpoints. */
  public static final class Snapshot extends PackedSerializer.Snapshot<RowKey> {
    /** For reading. */
    public Snapshot() {
      super("row key", INSTANCE);
    }
  }
}
