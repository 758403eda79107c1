/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.write;

import dev.deltacdc.sink.index.ImmutableSerializer;
import dev.deltacdc.sink.index.OpaqueTypeInfo;
import java.io.IOException;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Type of the stream from the writers to the committer: version, length and bytes. */
public final class WriterResultTypeInfo extends OpaqueTypeInfo<WriterResult> {
  private static final long serialVersionUID = 1L;

  public WriterResultTypeInfo() {
    super(WriterResult.class, false);
  }

  @Override
  public TypeSerializer<WriterResult> createSerializer(SerializerConfig config) {
    return StreamSerializer.INSTANCE;
  }

  /** A result is handed over when it is sent: nobody changes it afterwards. */
  static final class StreamSerializer extends ImmutableSerializer<WriterResult> {
    private static final long serialVersionUID = 1L;

    static final StreamSerializer INSTANCE = new StreamSerializer();

    @Override
    public WriterResult createInstance() {
      return null;
    }

    @Override
    public void serialize(WriterResult result, DataOutputView target) throws IOException {
      WriterResultSerializer serializer = new WriterResultSerializer();
      byte[] bytes = serializer.serialize(result);
      target.writeInt(serializer.getVersion());
      target.writeInt(bytes.length);
      target.write(bytes);
    }

    @Override
    public WriterResult deserialize(DataInputView source) throws IOException {
      int version = source.readInt();
      byte[] bytes = new byte[source.readInt()];
      source.readFully(bytes);
      return new WriterResultSerializer().deserialize(version, bytes);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
      target.writeInt(source.readInt());
      int length = source.readInt();
      target.writeInt(length);
      target.write(source, length);
    }

    @Override
    public TypeSerializerSnapshot<WriterResult> snapshotConfiguration() {
      return new Snapshot();
    }

    /** Named in snapshots of in-flight data. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<WriterResult> {
      public Snapshot() {
        super(() -> INSTANCE);
      }
    }
  }
}
