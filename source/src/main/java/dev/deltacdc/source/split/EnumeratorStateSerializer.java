/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source.split;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** The enumerator's state. Format 1 knows no change feed. */
public final class EnumeratorStateSerializer implements SimpleVersionedSerializer<EnumeratorState> {

  private static final int VERSION = 2;

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(EnumeratorState state) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(256);
    out.writeUTF(state.tableId());
    out.writeLong(state.version());
    out.writeBoolean(state.changeFeed());
    out.writeInt(state.waiting().size());
    for (DeltaSplit split : state.waiting()) {
      DeltaSplitSerializer.write(split, out);
    }
    return out.getCopyOfBuffer();
  }

  @Override
  public EnumeratorState deserialize(int version, byte[] bytes) throws IOException {
    DeltaSplitSerializer.requireKnown(version, VERSION, "The position");
    DataInputDeserializer in = new DataInputDeserializer(bytes);
    String tableId = in.readUTF();
    long tableVersion = in.readLong();
    boolean changeFeed = version > 1 && in.readBoolean();
    int count = in.readInt();
    List<DeltaSplit> waiting = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      waiting.add(DeltaSplitSerializer.read(version, in));
    }
    return new EnumeratorState(tableId, tableVersion, waiting, changeFeed);
  }
}
