/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import dev.deltacdc.functions.event.LeafSet;
import dev.deltacdc.functions.event.PackedRows;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.event.VarInts;
import java.io.IOException;
import java.io.UncheckedIOException;
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
 * A {@link Version} as state keeps it: a byte of flags, the seconds (4), the sequence, the start
 * where that is another, the leaves kept if there are any (each its length and bytes), the number
 * of links and each, the row (Flink's binary row; none of a delete). So of a BIGINT sequence a last
 * version takes 15 bytes, its row, and 9 for each link, of which it has as many as there are
 * levels; an older one 27 in the mean, and 9 more where it goes on with the row of another.
 *
 * <p>Releases before there were links wrote the last version's row twice where leaves were kept:
 * with the values known, which are what is read, and as it came.
 */
class PackedVersion extends PackedRows {
  private static final int DELETE = 1;
  private static final int OLDEST = 2;
  private static final int START = 4;
  private static final int KEPT = 8;
  private static final int VALUES = 16;
  private static final int LINKS = 32;
  private static final int OWN_START = 64;
  private static final int KNOWN_FLAGS =
      DELETE | OLDEST | START | KEPT | VALUES | LINKS | OWN_START;

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

  static PackedVersion pack(Version version, RowDataSerializer rows) {
    DataOutputSerializer out = new DataOutputSerializer(128);
    try {
      out.writeByte(flags(version));
      out.writeInt(version.seconds());
      VarInts.writeBytes(version.sequence().bytes(), out);
      if (version.start() != null && !hasOwnStart(version)) {
        VarInts.writeBytes(version.start().bytes(), out);
      }
      if (version.kept() != null) {
        VarInts.writeBytes(version.kept().bytes(), out);
      }
      if (version.links() != null) {
        writeLinks(version.links(), out);
      }
      if (version.row() != null) {
        out.write(bytes(version.row(), rows));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new PackedVersion(out.getCopyOfBuffer());
  }

  private static int flags(Version version) {
    return (version.isDelete() ? DELETE : 0)
        | (version.oldest() ? OLDEST : 0)
        | (version.start() == null ? 0 : hasOwnStart(version) ? OWN_START : START)
        | (version.kept() == null ? 0 : KEPT)
        | (version.links() == null ? 0 : LINKS);
  }

  private static boolean hasOwnStart(Version version) {
    return version.sequence().equals(version.start());
  }

  private static void writeLinks(List<Sequence> links, DataOutputSerializer out)
      throws IOException {
    out.writeByte(links.size());
    for (Sequence link : links) {
      VarInts.writeBytes(link.bytes(), out);
    }
  }

  private static List<Sequence> readLinks(DataInputDeserializer in) throws IOException {
    Sequence[] links = new Sequence[in.readByte()];
    for (int level = 0; level < links.length; level++) {
      links[level] = Sequence.of(VarInts.readBytes(in));
    }
    return List.of(links);
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
      if ((flags & OWN_START) != 0) {
        start = sequence;
      }
      LeafSet kept = (flags & KEPT) == 0 ? null : LeafSet.ofBytes(VarInts.readBytes(in));
      RowData row = (flags & VALUES) == 0 ? null : row(arity, VarInts.readBytes(in), 0);
      List<Sequence> links = (flags & LINKS) == 0 ? null : readLinks(in);
      if (row == null && (flags & DELETE) == 0) {
        row = row(arity, bytes(), in.getPosition());
      }
      boolean oldest = (flags & OLDEST) != 0;
      return new Version(sequence, row, kept, start, oldest, seconds, links);
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
