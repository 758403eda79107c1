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

  /** 2: with the table's id; 3: with the mark of a refresh. */
  private static final int STATE_VERSION = 4;

  private static final int PENDING_VERSION = 1;
  private static final WriterResultSerializer RESULTS = new WriterResultSerializer();

  private CommitterStateSerializer() {}

  static byte[] write(CommitterState state) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(128);
    out.writeInt(STATE_VERSION);
    out.writeUTF(state.writerId());
    out.writeBoolean(state.tableId() != null);
    if (state.tableId() != null) {
      out.writeUTF(state.tableId());
    }
    out.writeLong(state.version());
    out.writeLong(state.indexVersion());
    out.writeBoolean(state.ended());
    out.writeBoolean(state.refreshing());
    out.writeLong(state.commits());
    out.writeLong(state.rowsAdded());
    out.writeLong(state.rowsDeleted());
    out.writeBoolean(state.run() != null);
    if (state.run() != null) {
      out.writeUTF(state.run());
    }
    return out.getCopyOfBuffer();
  }

  static CommitterState readState(byte[] bytes) throws IOException {
    DataInputDeserializer in = new DataInputDeserializer(bytes);
    int version = requireVersion(in.readInt(), STATE_VERSION);
    return new CommitterState(
        in.readUTF(),
        version >= 2 && in.readBoolean() ? in.readUTF() : null,
        in.readLong(),
        in.readLong(),
        in.readBoolean(),
        version >= 3 && in.readBoolean(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        version >= 4 && in.readBoolean() ? in.readUTF() : null);
  }

  static byte[] write(PendingResult pending) throws IOException {
    byte[] result = RESULTS.serialize(pending.result());
    DataOutputSerializer out = new DataOutputSerializer(result.length + 64);
    out.writeInt(PENDING_VERSION);
    out.writeUTF(pending.writerId());
    out.writeInt(RESULTS.getVersion());
    out.writeInt(result.length);
    out.write(result);
    return out.getCopyOfBuffer();
  }

  static PendingResult readPending(byte[] bytes) throws IOException {
    DataInputDeserializer in = new DataInputDeserializer(bytes);
    requireVersion(in.readInt(), PENDING_VERSION);
    String writerId = in.readUTF();
    int resultVersion = in.readInt();
    byte[] result = new byte[in.readInt()];
    in.readFully(result);
    WriterResult read = RESULTS.deserialize(resultVersion, result);
    return new PendingResult(writerId, read);
  }

  private static int requireVersion(int version, int newest) throws IOException {
    if (version < 1 || version > newest) {
      throw new IOException(
          "The committer's state has format "
              + version
              + ", but this version of the sink reads formats up to "
              + newest
              + ": the state is from a newer version. Use that version or a later one.");
    }
    return version;
  }
}
