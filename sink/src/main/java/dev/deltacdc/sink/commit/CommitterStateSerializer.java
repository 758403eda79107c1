/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import dev.deltacdc.sink.write.WriterResult;
import dev.deltacdc.sink.write.WriterResultSerializer;
import java.io.IOException;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** Byte forms of what the committer keeps in state; each begins with its version. */
final class CommitterStateSerializer {

  private static final int VERSION = 1;
  private static final WriterResultSerializer RESULTS = new WriterResultSerializer();

  private CommitterStateSerializer() {}

  static byte[] write(CommitterState state) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(128);
    out.writeInt(VERSION);
    out.writeUTF(state.writerId());
    out.writeLong(state.version());
    out.writeLong(state.indexVersion());
    out.writeBoolean(state.ended());
    out.writeLong(state.commits());
    out.writeLong(state.rowsAdded());
    out.writeLong(state.rowsDeleted());
    return out.getCopyOfBuffer();
  }

  static CommitterState readState(byte[] bytes) throws IOException {
    DataInputDeserializer in = new DataInputDeserializer(bytes);
    requireVersion(in.readInt());
    return new CommitterState(
        in.readUTF(),
        in.readLong(),
        in.readLong(),
        in.readBoolean(),
        in.readLong(),
        in.readLong(),
        in.readLong());
  }

  static byte[] write(PendingResult pending) throws IOException {
    byte[] result = RESULTS.serialize(pending.result());
    DataOutputSerializer out = new DataOutputSerializer(result.length + 64);
    out.writeInt(VERSION);
    out.writeUTF(pending.writerId());
    out.writeInt(RESULTS.getVersion());
    out.writeInt(result.length);
    out.write(result);
    return out.getCopyOfBuffer();
  }

  static PendingResult readPending(byte[] bytes) throws IOException {
    DataInputDeserializer in = new DataInputDeserializer(bytes);
    requireVersion(in.readInt());
    String writerId = in.readUTF();
    int resultVersion = in.readInt();
    byte[] result = new byte[in.readInt()];
    in.readFully(result);
    WriterResult read = RESULTS.deserialize(resultVersion, result);
    return new PendingResult(writerId, read);
  }

  private static void requireVersion(int version) throws IOException {
    if (version != VERSION) {
      throw new IOException(
          "The committer's state has format "
              + version
              + ", but this version of the sink reads format "
              + VERSION
              + ": the state is from a newer version. Use that version or a later one.");
    }
  }
}
