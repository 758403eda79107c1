/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.series;

import dev.deltacdc.functions.event.ColumnMigration;
import dev.deltacdc.functions.event.PackedRows;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.event.VarInts;
import dev.deltacdc.functions.series.SeriesEntry.Pending;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinarySegmentUtils;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;

/**
 * A {@link SeriesEntry} as state keeps it: a byte of flags, the hash (8) if it is known, and each
 * pending version and row with its length. Between snapshots that is 9 bytes.
 */
class PackedEntry extends PackedRows {
  private static final int PRESENT = 1;
  private static final int HASH = 2;
  private static final int KNOWN_FLAGS = PRESENT | HASH;

  private PackedEntry(byte[] bytes) {
    super(bytes);
  }

  /** An entry of bytes that {@link #bytes} gave; the array is not copied. */
  static PackedEntry of(byte[] bytes) {
    return new PackedEntry(bytes);
  }

  /** The same of restored bytes, whose rows have the columns of the job that wrote them. */
  static PackedEntry restored(byte[] bytes, RowType columns) {
    return new Restored(bytes, columns);
  }

  private static final class Restored extends PackedEntry {
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

  /** The same entry with the columns of this job. */
  PackedEntry migrate(ColumnMigration migration) {
    RowType earlier = columns();
    if (earlier == null || migration.isNeedless(earlier)) {
      return new PackedEntry(bytes());
    }
    SeriesEntry entry = unpack(earlier.getFieldCount());
    List<Pending> pending =
        entry.pending().stream()
            .map(one -> new Pending(one.version(), migration.apply(one.row(), earlier)))
            .toList();
    return pack(new SeriesEntry(entry.present(), entry.hash(), pending), migration.rows());
  }

  static PackedEntry pack(SeriesEntry entry, RowDataSerializer rows) {
    DataOutputSerializer out = new DataOutputSerializer(entry.pending().isEmpty() ? 9 : 128);
    try {
      out.writeByte((entry.present() ? PRESENT : 0) | (entry.hash() == null ? 0 : HASH));
      if (entry.hash() != null) {
        out.writeLong(entry.hash());
      }
      for (Pending pending : entry.pending()) {
        VarInts.writeBytes(pending.version().bytes(), out);
        BinaryRowData row = rows.toBinaryRow(pending.row());
        VarInts.writeBytes(
            BinarySegmentUtils.copyToBytes(
                row.getSegments(), row.getOffset(), row.getSizeInBytes()),
            out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new PackedEntry(out.getCopyOfBuffer());
  }

  /** The entry; its rows are views of bytes, not to be changed. */
  SeriesEntry unpack(int arity) {
    DataInputDeserializer in = new DataInputDeserializer(bytes());
    try {
      int flags = in.readByte();
      if ((flags & ~KNOWN_FLAGS) != 0) {
        throw new IllegalArgumentException(
            "the snapshot state of a key is not of a format that this release knows");
      }
      Long hash = (flags & HASH) == 0 ? null : Long.valueOf(in.readLong());
      List<Pending> pending = new ArrayList<>(1);
      while (in.available() > 0) {
        Sequence version = Sequence.of(VarInts.readBytes(in));
        pending.add(new Pending(version, row(arity, VarInts.readBytes(in))));
      }
      return new SeriesEntry((flags & PRESENT) != 0, hash, pending);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static RowData row(int arity, byte[] bytes) {
    BinaryRowData row = new BinaryRowData(arity);
    row.pointTo(MemorySegmentFactory.wrap(bytes), 0, bytes.length);
    return row;
  }
}
