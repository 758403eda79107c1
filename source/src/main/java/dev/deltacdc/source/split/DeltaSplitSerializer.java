/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source.split;

import dev.deltacdc.delta.LiveFile;
import dev.deltacdc.delta.LiveFileSerializer;
import dev.deltacdc.delta.RowChange;
import dev.deltacdc.delta.VersionFile;
import java.io.IOException;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;

/** Splits in state. Format 1 knows no change feed: its files have new rows. */
public final class DeltaSplitSerializer implements SimpleVersionedSerializer<DeltaSplit> {

  private static final int VERSION = 2;

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(DeltaSplit split) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(256);
    write(split, out);
    return out.getCopyOfBuffer();
  }

  @Override
  public DeltaSplit deserialize(int version, byte[] bytes) throws IOException {
    requireKnown(version, VERSION, "A split");
    return read(version, new DataInputDeserializer(bytes));
  }

  static void requireKnown(int version, int newest, String what) throws IOException {
    if (version < 1 || version > newest) {
      throw new IOException(
          what
              + " in the state of a Delta source has format "
              + version
              + ", but this version of the source reads formats up to "
              + newest
              + ": the state is from a newer version. Use that version or a later one.");
    }
  }

  static void write(DeltaSplit split, DataOutputView out) throws IOException {
    VersionFile file = split.file();
    LiveFileSerializer.write(file.file(), out);
    out.writeLong(file.version());
    out.writeLong(file.timestamp());
    out.writeLong(split.nextRow());
    out.writeByte(file.change().code());
    LiveFileSerializer.writeVector(file.within(), out);
  }

  static DeltaSplit read(int format, DataInputView in) throws IOException {
    LiveFile file = LiveFileSerializer.read(in);
    VersionFile added = VersionFile.added(file, in.readLong(), in.readLong());
    long nextRow = in.readLong();
    if (format == 1) {
      return new DeltaSplit(added, nextRow);
    }
    return new DeltaSplit(
        new VersionFile(
            file,
            added.version(),
            added.timestamp(),
            RowChange.of(in.readByte()),
            LiveFileSerializer.readVector(in)),
        nextRow);
  }
}
