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

/**
 * Writes immutable values that are a byte array inside as its length (one byte below 128) and its
 * bytes. Nothing can be configured, so one instance serves all.
 *
 * @param <T> the type of the values
 */
public abstract class PackedSerializer<T> extends TypeSerializerSingleton<T> {
  private static final long serialVersionUID = 1L;

  /** The value's bytes, which are not changed. */
  protected abstract byte[] pack(T value);

  /** The value of the bytes, which it may keep. */
  protected abstract T unpack(byte[] bytes);

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public T copy(T from) {
    return from;
  }

  @Override
  public T copy(T from, T reuse) {
    return from;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(T value, DataOutputView out) throws IOException {
    VarInts.writeBytes(pack(value), out);
  }

  @Override
  public T deserialize(DataInputView in) throws IOException {
    return unpack(VarInts.readBytes(in));
  }

  @Override
  public T deserialize(T reuse, DataInputView in) throws IOException {
    return deserialize(in);
  }

  @Override
  public void copy(DataInputView in, DataOutputView out) throws IOException {
    VarInts.writeBytes(VarInts.readBytes(in), out);
  }

  /**
   * Version 1 of a format; a later one reads this version's state and migrates.
   *
   * @param <T> the type of the values
   */
  public abstract static class Snapshot<T> implements TypeSerializerSnapshot<T> {
    private static final int VERSION = 1;

    private final String what;
    private final TypeSerializer<T> serializer;

    /** A snapshot for the serializer of what the words name. */
    protected Snapshot(String what, TypeSerializer<T> serializer) {
      this.what = what;
      this.serializer = serializer;
    }

    @Override
    public int getCurrentVersion() {
      return VERSION;
    }

    @Override
    public void writeSnapshot(DataOutputView out) {}

    @Override
    public void readSnapshot(int version, DataInputView in, ClassLoader loader) throws IOException {
      Versions.requireKnown(what, version, VERSION);
    }

    @Override
    public TypeSerializer<T> restoreSerializer() {
      return serializer;
    }

    @Override
    public TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(
        TypeSerializerSnapshot<T> old) {
      return old.getClass() == getClass()
          ? TypeSerializerSchemaCompatibility.compatibleAsIs()
          : TypeSerializerSchemaCompatibility.incompatible();
    }
  }
}
