/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Writes a {@link RowKey} as its length (one byte below 128) and its bytes. */
public final class RowKeySerializer extends TypeSerializerSingleton<RowKey> {
  private static final long serialVersionUID = 1L;

  /** The one instance: there is nothing to configure. */
  public static final RowKeySerializer INSTANCE = new RowKeySerializer();

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public RowKey createInstance() {
    return RowKey.of(new byte[0]);
  }

  @Override
  public RowKey copy(RowKey from) {
    return from;
  }

  @Override
  public RowKey copy(RowKey from, RowKey reuse) {
    return from;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(RowKey key, DataOutputView out) throws IOException {
    VarInts.writeBytes(key.bytes(), out);
  }

  @Override
  public RowKey deserialize(DataInputView in) throws IOException {
    return RowKey.of(VarInts.readBytes(in));
  }

  @Override
  public RowKey deserialize(RowKey reuse, DataInputView in) throws IOException {
    return deserialize(in);
  }

  @Override
  public void copy(DataInputView in, DataOutputView out) throws IOException {
    VarInts.writeBytes(VarInts.readBytes(in), out);
  }

  @Override
  public TypeSerializerSnapshot<RowKey> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Version 1 of the format; a later one reads this version's state and migrates. */
  public static final class Snapshot implements TypeSerializerSnapshot<RowKey> {
    private static final int VERSION = 1;

    @Override
    public int getCurrentVersion() {
      return VERSION;
    }

    @Override
    public void writeSnapshot(DataOutputView out) {}

    @Override
    public void readSnapshot(int version, DataInputView in, ClassLoader loader) throws IOException {
      Versions.requireKnown("row key", version, VERSION);
    }

    @Override
    public TypeSerializer<RowKey> restoreSerializer() {
      return INSTANCE;
    }

    @Override
    public TypeSerializerSchemaCompatibility<RowKey> resolveSchemaCompatibility(
        TypeSerializerSnapshot<RowKey> old) {
      return old instanceof Snapshot
          ? TypeSerializerSchemaCompatibility.compatibleAsIs()
          : TypeSerializerSchemaCompatibility.incompatible();
    }
  }
}
