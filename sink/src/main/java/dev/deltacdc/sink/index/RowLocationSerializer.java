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

/**
 * Compact form of a {@link RowLocation}: 8 bytes of file id, then the position as a variable-length
 * number whose lowest bit tells whether a day follows. 9 to 13 bytes without a day. A later format
 * gets its own serializer and snapshot class, which reads this one's by name.
 */
public final class RowLocationSerializer extends ImmutableSerializer<RowLocation> {
  private static final long serialVersionUID = 1L;

  public static final RowLocationSerializer INSTANCE = new RowLocationSerializer();

  @Override
  public RowLocation createInstance() {
    return new RowLocation(0, 0, RowLocation.NO_DAY);
  }

  @Override
  public void serialize(RowLocation value, DataOutputView target) throws IOException {
    boolean hasDay = value.day() != RowLocation.NO_DAY;
    target.writeLong(value.fileId());
    VarInts.write(((long) value.position() << 1) | (hasDay ? 1 : 0), target);
    if (hasDay) {
      VarInts.write(((long) value.day() << 1) ^ ((long) value.day() >> 63), target);
    }
  }

  @Override
  public RowLocation deserialize(DataInputView source) throws IOException {
    long fileId = source.readLong();
    long positionAndFlag = VarInts.read(source);
    int day = RowLocation.NO_DAY;
    if ((positionAndFlag & 1) == 1) {
      long zigzag = VarInts.read(source);
      day = (int) ((zigzag >>> 1) ^ -(zigzag & 1));
    }
    return new RowLocation(fileId, (int) (positionAndFlag >>> 1), day);
  }

  @Override
  public TypeSerializerSnapshot<RowLocation> snapshotConfiguration() {
    return new Snapshot();
  }

  /** The format described above; its name is in the checkpoints. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<RowLocation> {
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
