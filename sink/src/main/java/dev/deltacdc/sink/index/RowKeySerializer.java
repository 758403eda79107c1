/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.index;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** A {@link RowKey} as its length and its bytes. */
public final class RowKeySerializer extends ImmutableSerializer<RowKey> {
  private static final long serialVersionUID = 1L;

  public static final RowKeySerializer INSTANCE = new RowKeySerializer();

  @Override
  public RowKey createInstance() {
    return new RowKey(new byte[0]);
  }

  @Override
  public void serialize(RowKey key, DataOutputView target) throws IOException {
    VarInts.write(key.bytes().length, target);
    target.write(key.bytes());
  }

  @Override
  public RowKey deserialize(DataInputView source) throws IOException {
    byte[] bytes = new byte[(int) VarInts.read(source)];
    source.readFully(bytes);
    return new RowKey(bytes);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    int length = (int) VarInts.read(source);
    VarInts.write(length, target);
    target.write(source, length);
  }

  @Override
  public TypeSerializerSnapshot<RowKey> snapshotConfiguration() {
    return new Snapshot();
  }

  /** The format described above; its name is in the checkpoints. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<RowKey> {
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
