/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import dev.deltacdc.functions.event.ColumnMigration;
import dev.deltacdc.functions.event.PackedRows;
import dev.deltacdc.functions.event.Sequence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinarySegmentUtils;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;

/**
 * The versions of one id as state keeps them.
 *
 * <p>Per version: day (4 bytes), flags (1), length and bytes of the sequence (4 + n), length and
 * bytes of the row (4 + n, Flink's binary row).
 */
class KeyVersions extends PackedRows {
  private static final int DELETE = 1;

  private KeyVersions(byte[] bytes) {
    super(bytes);
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
    public RowType columns() {
      return columns;
    }
  }

  /** The same versions with the columns of this job. */
  KeyVersions migrate(ColumnMigration migration) {
    RowType earlier = columns();
    if (earlier == null) {
      return this;
    }
    if (migration.isNeedless(earlier)) {
      return new KeyVersions(bytes());
    }
    List<Version> migrated = new ArrayList<>();
    for (Version version : unpack(earlier.getFieldCount())) {
      RowData row = migration.apply(version.row(), earlier);
      migrated.add(new Version(version.day(), version.sequence(), version.delete(), row));
    }
    return pack(migrated, migration.rows());
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
    DataInputDeserializer in = new DataInputDeserializer(bytes());
    MemorySegment segment = MemorySegmentFactory.wrap(bytes());
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
}
