/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.scd;

import dev.deltacdc.functions.event.PackedRows;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.event.VarInts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinarySegmentUtils;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;

/**
 * A {@link MergedRow} as state keeps it: flags (1 byte), then
 *
 * <ul>
 *   <li>of a tombstone: the arrival of the delete (4) and its sequence;
 *   <li>of a row: the sequence of its last delete if there was one; the sequence of the event that
 *       set all leaves, or each distinct sequence once (after their number) and its place for each
 *       leaf (from 1 on, 0: none); Flink's binary row. Sequences have their length before them,
 *       numbers take one byte below 128.
 * </ul>
 *
 * Flags that this release does not know are an error, so that later ones can add parts.
 */
class MergedRowState extends PackedRows {
  private static final int TOMBSTONE = 1;
  private static final int AFTER_DELETE = 2;
  private static final int ONE_EVENT = 4;
  private static final int KNOWN_FLAGS = TOMBSTONE | AFTER_DELETE | ONE_EVENT;

  private MergedRowState(byte[] bytes) {
    super(bytes);
  }

  /** State of bytes that {@link #bytes} gave; the array is not copied. */
  static MergedRowState of(byte[] bytes) {
    return new MergedRowState(bytes);
  }

  /**
   * The same of restored bytes.
   *
   * @param columns that the row has; not copied: one object for all keys
   */
  static MergedRowState restored(byte[] bytes, RowType columns) {
    return new Restored(bytes, columns);
  }

  private static final class Restored extends MergedRowState {
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

  /** Packs what is known of a key. */
  static MergedRowState pack(MergedRow known, RowDataSerializer rows) {
    DataOutputSerializer out = new DataOutputSerializer(128);
    try {
      if (known.isTombstone()) {
        out.writeByte(TOMBSTONE);
        out.writeInt(known.deletedSeconds());
        out.write(Objects.requireNonNull(known.deleted()).bytes());
      } else {
        packRow(known, rows, out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new MergedRowState(out.getCopyOfBuffer());
  }

  private static void packRow(MergedRow known, RowDataSerializer rows, DataOutputSerializer out)
      throws IOException {
    List<Sequence> distinct = known.setBy().stream().filter(Objects::nonNull).distinct().toList();
    boolean oneEvent = distinct.size() == 1 && !known.setBy().contains(null);
    Sequence deleted = known.deleted();
    out.writeByte((deleted == null ? 0 : AFTER_DELETE) | (oneEvent ? ONE_EVENT : 0));
    if (deleted != null) {
      VarInts.writeBytes(deleted.bytes(), out);
    }
    if (!oneEvent) {
      VarInts.writeInt(distinct.size(), out);
    }
    for (Sequence sequence : distinct) {
      VarInts.writeBytes(sequence.bytes(), out);
    }
    if (!oneEvent) {
      for (Sequence sequence : known.setBy()) {
        VarInts.writeInt(distinct.indexOf(sequence) + 1, out);
      }
    }
    BinaryRowData row = rows.toBinaryRow(known.row());
    out.write(
        BinarySegmentUtils.copyToBytes(row.getSegments(), row.getOffset(), row.getSizeInBytes()));
  }

  /**
   * What is known of the key; its row is a view of this object's bytes.
   *
   * @param arity of the row
   * @param leaves of the row
   */
  MergedRow unpack(int arity, int leaves) {
    DataInputDeserializer in = new DataInputDeserializer(bytes());
    try {
      int flags = in.readByte();
      if ((flags & ~KNOWN_FLAGS) != 0) {
        throw new IllegalStateException(
            "the state of a row that keeps values is not of a format that this release knows");
      }
      if ((flags & TOMBSTONE) != 0) {
        int arrivedSeconds = in.readInt();
        return MergedRow.tombstone(sequence(in, in.available()), arrivedSeconds);
      }
      Sequence deleted = (flags & AFTER_DELETE) == 0 ? null : sequence(in);
      List<Sequence> setBy =
          (flags & ONE_EVENT) == 0 ? setBy(in, leaves) : Collections.nCopies(leaves, sequence(in));
      BinaryRowData row = new BinaryRowData(arity);
      row.pointTo(MemorySegmentFactory.wrap(bytes()), in.getPosition(), in.available());
      return MergedRow.of(row, setBy, deleted);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Sequence> setBy(DataInputDeserializer in, int leaves) throws IOException {
    List<Sequence> distinct = new ArrayList<>();
    distinct.add(null);
    for (int rest = VarInts.readInt(in); rest > 0; rest--) {
      distinct.add(sequence(in));
    }
    List<Sequence> setBy = new ArrayList<>(leaves);
    for (int leaf = 0; leaf < leaves; leaf++) {
      setBy.add(distinct.get(VarInts.readInt(in)));
    }
    return setBy;
  }

  private static Sequence sequence(DataInputDeserializer in) throws IOException {
    return Sequence.of(VarInts.readBytes(in));
  }

  private static Sequence sequence(DataInputDeserializer in, int length) throws IOException {
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return Sequence.of(bytes);
  }
}
