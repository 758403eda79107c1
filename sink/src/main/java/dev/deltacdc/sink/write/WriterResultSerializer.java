/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.write;

import dev.deltacdc.delta.DataFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.annotation.Nullable;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.roaringbitmap.RoaringBitmap;

/** Versioned form of a {@link WriterResult}, on the stream and in the committer's state. */
public final class WriterResultSerializer implements SimpleVersionedSerializer<WriterResult> {

  /** 2: with the table's id; 3: with the number of updated rows. */
  private static final int VERSION = 3;

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(WriterResult result) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(256);
    out.writeLong(result.epoch());
    out.writeInt(result.subtask());
    out.writeInt(result.parallelism());
    out.writeBoolean(result.last());
    writeText(result.tableId(), out);
    out.writeLong(result.indexVersion());
    out.writeLong(result.rowsWritten());
    out.writeLong(result.rowsUpdated());
    out.writeLong(result.rowsIgnored());
    out.writeInt(result.files().size());
    for (DataFile file : result.files()) {
      write(file, out);
    }
    out.writeInt(result.deletes().size());
    for (Map.Entry<Long, RoaringBitmap> entry : result.deletes().entrySet()) {
      out.writeLong(entry.getKey());
      writeBytes(bytes(entry.getValue()), out);
    }
    return out.getCopyOfBuffer();
  }

  @Override
  public WriterResult deserialize(int version, byte[] serialized) throws IOException {
    if (version < 1 || version > VERSION) {
      throw new IOException(
          "A writer result has format "
              + version
              + ", but this version of the sink reads formats up to "
              + VERSION
              + ": the state is from a newer version. Use that version or a later one.");
    }
    DataInputDeserializer in = new DataInputDeserializer(serialized);
    long epoch = in.readLong();
    int subtask = in.readInt();
    int parallelism = in.readInt();
    boolean last = in.readBoolean();
    String tableId = version >= 2 ? readText(in) : null;
    long indexVersion = in.readLong();
    long rowsWritten = in.readLong();
    long rowsUpdated = version >= 3 ? in.readLong() : 0;
    long rowsIgnored = in.readLong();
    int fileCount = in.readInt();
    List<DataFile> files = new ArrayList<>(fileCount);
    for (int i = 0; i < fileCount; i++) {
      files.add(readFile(in));
    }
    int deleteCount = in.readInt();
    TreeMap<Long, RoaringBitmap> deletes = new TreeMap<>();
    for (int i = 0; i < deleteCount; i++) {
      long fileId = in.readLong();
      RoaringBitmap positions = new RoaringBitmap();
      positions.deserialize(ByteBuffer.wrap(readBytes(in)));
      deletes.put(fileId, positions);
    }
    return new WriterResult(
        epoch,
        subtask,
        parallelism,
        last,
        tableId,
        indexVersion,
        files,
        deletes,
        rowsWritten,
        rowsUpdated,
        rowsIgnored);
  }

  private static byte[] bytes(RoaringBitmap positions) {
    positions.runOptimize();
    ByteBuffer buffer = ByteBuffer.allocate(positions.serializedSizeInBytes());
    positions.serialize(buffer);
    return buffer.array();
  }

  private static void write(DataFile file, DataOutputSerializer out) throws IOException {
    writeText(file.path(), out);
    out.writeInt(file.partitionValues().size());
    for (Map.Entry<String, String> entry : file.partitionValues().entrySet()) {
      writeText(entry.getKey(), out);
      writeText(entry.getValue(), out);
    }
    out.writeLong(file.size());
    out.writeLong(file.modificationTime());
    out.writeLong(file.numRecords());
    writeText(file.stats(), out);
  }

  private static DataFile readFile(DataInputDeserializer in) throws IOException {
    String path = readText(in);
    int valueCount = in.readInt();
    Map<String, String> partitionValues = new TreeMap<>();
    for (int i = 0; i < valueCount; i++) {
      String column = readText(in);
      partitionValues.put(column, readText(in));
    }
    return new DataFile(
        path, partitionValues, in.readLong(), in.readLong(), in.readLong(), readText(in));
  }

  private static void writeText(@Nullable String text, DataOutputSerializer out)
      throws IOException {
    out.writeBoolean(text != null);
    if (text != null) {
      writeBytes(text.getBytes(StandardCharsets.UTF_8), out);
    }
  }

  private static @Nullable String readText(DataInputDeserializer in) throws IOException {
    return in.readBoolean() ? new String(readBytes(in), StandardCharsets.UTF_8) : null;
  }

  private static void writeBytes(byte[] bytes, DataOutputSerializer out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] readBytes(DataInputDeserializer in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return bytes;
  }
}
