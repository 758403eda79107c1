/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import dev.deltacdc.functions.event.ColumnMigration;
import dev.deltacdc.functions.event.LeafSet;
import dev.deltacdc.functions.event.PackedRows;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.event.VarInts;
import dev.deltacdc.functions.nulls.LeafMapping;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinarySegmentUtils;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;

/**
 * A {@link Version} as state keeps it: a byte of flags, the seconds (4), the sequence and, if they
 * are known, the start and the leaves kept (each its length and bytes), the row (Flink's binary
 * row; none of a delete). So a version of a BIGINT sequence takes 14 bytes and its row, the last
 * one of a key 9 more. Where leaves are kept, the last one has its row twice: as it came, and with
 * the values known.
 */
class PackedVersion extends PackedRows {
  private static final int DELETE = 1;
  private static final int OLDEST = 2;
  private static final int START = 4;
  private static final int KEPT = 8;
  private static final int VALUES = 16;
  private static final int KNOWN_FLAGS = DELETE | OLDEST | START | KEPT | VALUES;

  private PackedVersion(byte[] bytes) {
    super(bytes);
  }

  /** A version of bytes that {@link #bytes} gave; the array is not copied. */
  static PackedVersion of(byte[] bytes) {
    return new PackedVersion(bytes);
  }

  /** The same of restored bytes, whose row has the columns of the job that wrote them. */
  static PackedVersion restored(byte[] bytes, RowType columns) {
    return new Restored(bytes, columns);
  }

  private static final class Restored extends PackedVersion {
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

  /** The same version with the columns of this job. */
  PackedVersion migrate(ColumnMigration migration) {
    RowType earlier = columns();
    if (earlier == null) {
      return this;
    }
    Version version = unpack(earlier.getFieldCount());
    if (version.isDelete() || migration.isNeedless(earlier)) {
      return new PackedVersion(bytes());
    }
    RowData row = migration.apply(version.row(), earlier);
    LeafSet kept =
        version.kept() == null
            ? null
            : LeafMapping.of(earlier, migration.columns()).apply(version.kept());
    RowData values = version.values() == null ? null : migration.apply(version.values(), earlier);
    return pack(version.with(row, kept).asLast(values, version.start()), migration.rows());
  }

  static PackedVersion pack(Version version, RowDataSerializer rows) {
    DataOutputSerializer out = new DataOutputSerializer(128);
    LeafSet kept = version.kept();
    boolean twoRows = kept != null && version.values() != null;
    int flags =
        (version.isDelete() ? DELETE : 0)
            | (version.oldest() ? OLDEST : 0)
            | (version.start() == null ? 0 : START)
            | (kept == null ? 0 : KEPT)
            | (twoRows ? VALUES : 0);
    try {
      out.writeByte(flags);
      out.writeInt(version.seconds());
      VarInts.writeBytes(version.sequence().bytes(), out);
      if (version.start() != null) {
        VarInts.writeBytes(version.start().bytes(), out);
      }
      if (kept != null) {
        VarInts.writeBytes(kept.bytes(), out);
      }
      if (twoRows) {
        VarInts.writeBytes(bytes(version.values(), rows), out);
      }
      if (version.row() != null) {
        out.write(bytes(version.row(), rows));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new PackedVersion(out.getCopyOfBuffer());
  }

  private static byte[] bytes(RowData row, RowDataSerializer rows) {
    BinaryRowData binary = rows.toBinaryRow(row);
    return BinarySegmentUtils.copyToBytes(
        binary.getSegments(), binary.getOffset(), binary.getSizeInBytes());
  }

  /** The version; its rows are views of bytes, not to be changed. */
  Version unpack(int arity) {
    DataInputDeserializer in = new DataInputDeserializer(bytes());
    try {
      int flags = in.readByte();
      if ((flags & ~KNOWN_FLAGS) != 0) {
        throw new IllegalArgumentException(
            "the history state of a key is not of a format that this release knows");
      }
      int seconds = in.readInt();
      Sequence sequence = Sequence.of(VarInts.readBytes(in));
      Sequence start = (flags & START) == 0 ? null : Sequence.of(VarInts.readBytes(in));
      LeafSet kept = (flags & KEPT) == 0 ? null : LeafSet.ofBytes(VarInts.readBytes(in));
      RowData values = (flags & VALUES) == 0 ? null : row(arity, VarInts.readBytes(in), 0);
      RowData row = (flags & DELETE) == 0 ? row(arity, bytes(), in.getPosition()) : null;
      return new Version(
          sequence, row, kept, kept == null ? row : values, start, (flags & OLDEST) != 0, seconds);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The row that the bytes from a place on are. */
  private static RowData row(int arity, byte[] bytes, int from) {
    BinaryRowData row = new BinaryRowData(arity);
    row.pointTo(MemorySegmentFactory.wrap(bytes), from, bytes.length - from);
    return row;
  }
}
