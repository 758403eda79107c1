/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Files in the state of sources; a version is kept by those who write them. */
public final class LiveFileSerializer {

  private LiveFileSerializer() {}

  public static void write(LiveFile live, DataOutputView out) throws IOException {
    DataFile file = live.file();
    text(file.path(), out);
    texts(file.partitionValues(), out);
    out.writeLong(file.size());
    out.writeLong(file.modificationTime());
    out.writeLong(file.numRecords());
    text(file.stats(), out);
    texts(live.tags(), out);
    writeVector(live.vector(), out);
  }

  public static void writeVector(@Nullable DeletionVector vector, DataOutputView out)
      throws IOException {
    out.writeBoolean(vector != null);
    if (vector != null) {
      text(vector.storageType(), out);
      text(vector.pathOrInline(), out);
      out.writeInt(vector.offset() == null ? -1 : vector.offset());
      out.writeInt(vector.sizeInBytes());
      out.writeLong(vector.cardinality());
    }
  }

  public static LiveFile read(DataInputView in) throws IOException {
    DataFile file =
        new DataFile(text(in), texts(in), in.readLong(), in.readLong(), in.readLong(), text(in));
    Map<String, String> tags = texts(in);
    return new LiveFile(file, readVector(in), tags);
  }

  public static @Nullable DeletionVector readVector(DataInputView in) throws IOException {
    if (!in.readBoolean()) {
      return null;
    }
    String type = text(in);
    String path = text(in);
    int offset = in.readInt();
    return new DeletionVector(type, path, offset < 0 ? null : offset, in.readInt(), in.readLong());
  }

  private static void texts(Map<String, String> texts, DataOutputView out) throws IOException {
    out.writeInt(texts.size());
    for (Map.Entry<String, String> entry : texts.entrySet()) {
      text(entry.getKey(), out);
      text(entry.getValue(), out);
    }
  }

  private static Map<String, String> texts(DataInputView in) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      String key = text(in);
      texts.put(key, text(in));
    }
    return texts;
  }

  private static void text(@Nullable String text, DataOutputView out) throws IOException {
    if (text == null) {
      out.writeInt(-1);
      return;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static @Nullable String text(DataInputView in) throws IOException {
    int length = in.readInt();
    if (length < 0) {
      return null;
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
