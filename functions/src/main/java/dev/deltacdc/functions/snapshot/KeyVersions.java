/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import dev.deltacdc.functions.event.Sequence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinarySegmentUtils;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;

/**
 * The versions of one id as state keeps them: one array of bytes, which on the heap takes 32 bytes
 * more than its content (there is one per id). Immutable.
 *
 * <p>Per version: day (4 bytes), flags (1), length and bytes of the sequence (4 + n), length and
 * bytes of the row (4 + n, Flink's binary row).
 */
class KeyVersions {
  private static final int DELETE = 1;

  private final byte[] bytes;

  private KeyVersions(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Versions of bytes that {@link #bytes} gave; the array is not copied. */
  static KeyVersions of(byte[] bytes) {
    return new KeyVersions(bytes);
  }

  /**
   * The same of restored bytes, whose rows have the columns of the job that wrote them.
   *
   * @param columns not copied: one object for all ids
   */
  static KeyVersions restored(byte[] bytes, RowType columns) {
    return new Restored(bytes, columns);
  }

  private static final class Restored extends KeyVersions {
    private final RowType columns;

    Restored(byte[] bytes, RowType columns) {
      super(bytes);
      this.columns = columns;
    }

    @Override
    RowType columns() {
      return columns;
    }
  }

  /** The columns of the rows; null: those of this job. */
  @Nullable
  RowType columns() {
    return null;
  }

  /** Packs versions. */
  static KeyVersions pack(List<Version> versions, RowDataSerializer rows) {
    DataOutputSerializer out = new DataOutputSerializer(128 * Math.max(1, versions.size()));
    try {
      for (Version version : versions) {
        out.writeInt(version.day());
        out.writeByte(version.delete() ? DELETE : 0);
        out.writeInt(version.sequence().bytes().length);
        out.write(version.sequence().bytes());
        BinaryRowData row = rows.toBinaryRow(version.row());
        out.writeInt(row.getSizeInBytes());
        out.write(
            BinarySegmentUtils.copyToBytes(
                row.getSegments(), row.getOffset(), row.getSizeInBytes()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new KeyVersions(out.getCopyOfBuffer());
  }

  /** The versions; their rows are views of this object's bytes. */
  List<Version> unpack(int arity) {
    List<Version> versions = new ArrayList<>(1);
    DataInputDeserializer in = new DataInputDeserializer(bytes);
    MemorySegment segment = MemorySegmentFactory.wrap(bytes);
    try {
      while (in.available() > 0) {
        int day = in.readInt();
        int flags = in.readByte();
        byte[] sequence = new byte[in.readInt()];
        in.readFully(sequence);
        int size = in.readInt();
        BinaryRowData row = new BinaryRowData(arity);
        row.pointTo(segment, in.getPosition(), size);
        in.skipBytesToRead(size);
        versions.add(new Version(day, Sequence.of(sequence), (flags & DELETE) != 0, row));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return versions;
  }

  /** The packed bytes, not copied: not to be changed. */
  byte[] bytes() {
    return bytes;
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof KeyVersions that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public final int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
