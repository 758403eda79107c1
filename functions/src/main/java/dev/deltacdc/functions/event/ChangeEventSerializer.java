/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;

/**
 * Writes a change event as a byte of flags, the sequence, the leaves kept (if any) and the row.
 * Rows read are new objects, so that they may be kept.
 */
public final class ChangeEventSerializer extends TypeSerializer<ChangeEvent> {
  private static final long serialVersionUID = 1L;

  private static final int DELETE = 1;
  private static final int STALE = 2;
  private static final int KEPT = 4;

  private final TypeSerializer<RowData> rows;

  /** A serializer of events whose rows have the given type. */
  public ChangeEventSerializer(RowType rowType) {
    this(new RowDataSerializer(rowType));
  }

  private ChangeEventSerializer(TypeSerializer<RowData> rows) {
    this.rows = rows;
  }

  /** Operators leave the values of an event as they are, so that several may have the same one. */
  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public ChangeEventSerializer duplicate() {
    return new ChangeEventSerializer(rows.duplicate());
  }

  @Override
  public ChangeEvent createInstance() {
    return ChangeEvent.upsert(new BinaryRowData(0), Sequence.of(new byte[0]));
  }

  @Override
  public ChangeEvent copy(ChangeEvent from) {
    return from;
  }

  @Override
  public ChangeEvent copy(ChangeEvent from, ChangeEvent reuse) {
    return from;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(ChangeEvent event, DataOutputView out) throws IOException {
    LeafSet kept = event.kept();
    out.writeByte(
        (event.delete() ? DELETE : 0) | (event.stale() ? STALE : 0) | (kept == null ? 0 : KEPT));
    VarInts.writeBytes(event.sequence().bytes(), out);
    if (kept != null) {
      VarInts.writeBytes(kept.bytes(), out);
    }
    rows.serialize(event.row(), out);
  }

  @Override
  public ChangeEvent deserialize(DataInputView in) throws IOException {
    int flags = in.readByte();
    Sequence sequence = Sequence.of(VarInts.readBytes(in));
    LeafSet kept = (flags & KEPT) == 0 ? null : LeafSet.ofBytes(VarInts.readBytes(in));
    RowData row = rows.deserialize(in);
    return new ChangeEvent(row, sequence, (flags & DELETE) != 0, (flags & STALE) != 0, kept);
  }

  @Override
  public ChangeEvent deserialize(ChangeEvent reuse, DataInputView in) throws IOException {
    return deserialize(in);
  }

  @Override
  public void copy(DataInputView in, DataOutputView out) throws IOException {
    int flags = in.readByte();
    out.writeByte(flags);
    VarInts.writeBytes(VarInts.readBytes(in), out);
    if ((flags & KEPT) != 0) {
      VarInts.writeBytes(VarInts.readBytes(in), out);
    }
    rows.copy(in, out);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ChangeEventSerializer that && rows.equals(that.rows);
  }

  @Override
  public int hashCode() {
    return rows.hashCode();
  }

  @Override
  public TypeSerializerSnapshot<ChangeEvent> snapshotConfiguration() {
    return new Snapshot(this);
  }

  /**
   * Carries the row's snapshot: the event is compatible when the row is. Since version 2 an event
   * may have leaves that are kept; the others are written as in version 1.
   */
  public static final class Snapshot
      extends CompositeTypeSerializerSnapshot<ChangeEvent, ChangeEventSerializer> {
    private static final int VERSION = 2;

    /** For reading. */
    public Snapshot() {}

    private Snapshot(ChangeEventSerializer serializer) {
      super(serializer);
    }

    @Override
    protected int getCurrentOuterSnapshotVersion() {
      return VERSION;
    }

    @Override
    protected void readOuterSnapshot(int version, DataInputView in, ClassLoader loader)
        throws IOException {
      Versions.requireKnown("change events", version, VERSION);
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(ChangeEventSerializer outer) {
      return new TypeSerializer<?>[] {outer.rows};
    }

    @Override
    @SuppressWarnings("unchecked")
    protected ChangeEventSerializer createOuterSerializerWithNestedSerializers(
        TypeSerializer<?>[] nested) {
      return new ChangeEventSerializer((TypeSerializer<RowData>) nested[0]);
    }
  }
}
