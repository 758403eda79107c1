/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import dev.deltacdc.functions.event.Versions;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;

/** Writes {@link KeyVersions}; its snapshot carries the type of the rows inside. */
final class KeyVersionsSerializer extends TypeSerializer<KeyVersions> {
  private static final long serialVersionUID = 1L;

  private final TypeSerializer<RowData> rows;

  KeyVersionsSerializer(RowType rowType) {
    this(new RowDataSerializer(rowType));
  }

  private KeyVersionsSerializer(TypeSerializer<RowData> rows) {
    this.rows = rows;
  }

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public TypeSerializer<KeyVersions> duplicate() {
    return this;
  }

  @Override
  public KeyVersions createInstance() {
    return KeyVersions.of(new byte[0]);
  }

  @Override
  public KeyVersions copy(KeyVersions from) {
    return from;
  }

  @Override
  public KeyVersions copy(KeyVersions from, KeyVersions reuse) {
    return from;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(KeyVersions versions, DataOutputView out) throws IOException {
    out.writeInt(versions.bytes().length);
    out.write(versions.bytes());
  }

  @Override
  public KeyVersions deserialize(DataInputView in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return KeyVersions.of(bytes);
  }

  @Override
  public KeyVersions deserialize(KeyVersions reuse, DataInputView in) throws IOException {
    return deserialize(in);
  }

  @Override
  public void copy(DataInputView in, DataOutputView out) throws IOException {
    serialize(deserialize(in), out);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyVersionsSerializer that && rows.equals(that.rows);
  }

  @Override
  public int hashCode() {
    return rows.hashCode();
  }

  @Override
  public TypeSerializerSnapshot<KeyVersions> snapshotConfiguration() {
    return new Snapshot(this);
  }

  /** Versions are compatible when their rows are. */
  public static final class Snapshot
      extends CompositeTypeSerializerSnapshot<KeyVersions, KeyVersionsSerializer> {
    private static final int VERSION = 1;

    /** For reading. */
    public Snapshot() {}

    private Snapshot(KeyVersionsSerializer serializer) {
      super(serializer);
    }

    @Override
    protected int getCurrentOuterSnapshotVersion() {
      return VERSION;
    }

    @Override
    protected void readOuterSnapshot(int version, DataInputView in, ClassLoader loader)
        throws IOException {
      Versions.requireKnown("a daily snapshot", version, VERSION);
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(KeyVersionsSerializer outer) {
      return new TypeSerializer<?>[] {outer.rows};
    }

    @Override
    @SuppressWarnings("unchecked")
    protected KeyVersionsSerializer createOuterSerializerWithNestedSerializers(
        TypeSerializer<?>[] nested) {
      return new KeyVersionsSerializer((TypeSerializer<RowData>) nested[0]);
    }
  }
}
