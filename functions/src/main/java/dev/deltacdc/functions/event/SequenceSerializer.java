/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;

/** Writes a {@link Sequence} as its bytes: as a key of a map in state. */
public final class SequenceSerializer extends PackedSerializer<Sequence> {
  private static final long serialVersionUID = 1L;

  /** The one instance: there is nothing to configure. */
  public static final SequenceSerializer INSTANCE = new SequenceSerializer();

  @Override
  public Sequence createInstance() {
    return Sequence.of(new byte[0]);
  }

  @Override
  protected byte[] pack(Sequence value) {
    return value.bytes();
  }

  @Override
  protected Sequence unpack(byte[] bytes) {
    return Sequence.of(bytes);
  }

  @Override
  public TypeSerializerSnapshot<Sequence> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Its name is in the checkpoints. */
  public static final class Snapshot extends PackedSerializer.Snapshot<Sequence> {
    /** For reading. */
    public Snapshot() {
      super("sequences", INSTANCE);
    }
  }
}
