/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.util.StringUtils;

/**
 * Serialises raw records. Normally unused, since decoding is chained to reading: copying hands on
 * the record itself.
 */
final class RawRecordSerializer extends TypeSerializerSingleton<RawRecord> {

  static final RawRecordSerializer INSTANCE = new RawRecordSerializer();
  private static final long serialVersionUID = 1L;
  private static final int NULL = -1;
  private static final int NOTHING = 0;
  private static final int FILE = 1;
  private static final int KAFKA = 2;

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public RawRecord createInstance() {
    return new RawRecord("", 0, null, new byte[0], 0, null, null, 0, null);
  }

  @Override
  public RawRecord copy(RawRecord from) {
    return from;
  }

  @Override
  public RawRecord copy(RawRecord from, RawRecord reuse) {
    return from;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(RawRecord record, DataOutputView target) throws IOException {
    target.writeUTF(record.partition());
    target.writeLong(record.position());
    target.writeBoolean(record.timeMillis() != null);
    target.writeLong(record.timeMillis() == null ? 0 : record.timeMillis());
    write(record.bytes(), target);
    target.writeLong(record.size());
    write(record.header(), target);
    write(record.key(), target);
    target.writeLong(record.keySize());
    write(record.details(), target);
  }

  @Override
  public RawRecord deserialize(DataInputView source) throws IOException {
    String partition = source.readUTF();
    long position = source.readLong();
    boolean hasTime = source.readBoolean();
    long time = source.readLong();
    byte[] bytes = read(source);
    long size = source.readLong();
    byte[] header = read(source);
    byte[] key = read(source);
    long keySize = source.readLong();
    return new RawRecord(
        partition,
        position,
        hasTime ? time : null,
        bytes,
        size,
        header,
        key,
        keySize,
        readDetails(source));
  }

  @Override
  public RawRecord deserialize(RawRecord reuse, DataInputView source) throws IOException {
    return deserialize(source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    serialize(deserialize(source), target);
  }

  @Override
  public TypeSerializerSnapshot<RawRecord> snapshotConfiguration() {
    return new Snapshot();
  }

  private static void write(@Nullable byte[] bytes, DataOutputView target) throws IOException {
    target.writeInt(bytes == null ? NULL : bytes.length);
    if (bytes != null) {
      target.write(bytes);
    }
  }

  @Nullable
  private static byte[] read(DataInputView source) throws IOException {
    int length = source.readInt();
    if (length == NULL) {
      return null;
    }
    byte[] bytes = new byte[length];
    source.readFully(bytes);
    return bytes;
  }

  private static void write(@Nullable RecordDetails details, DataOutputView target)
      throws IOException {
    if (details instanceof RecordDetails.OfFile file) {
      target.writeByte(FILE);
      StringUtils.writeString(file.path(), target);
      target.writeLong(file.size());
    } else if (details instanceof RecordDetails.OfKafka kafka) {
      target.writeByte(KAFKA);
      target.writeUTF(kafka.timestampType());
      target.writeBoolean(kafka.leaderEpoch() != null);
      target.writeInt(kafka.leaderEpoch() == null ? 0 : kafka.leaderEpoch());
      target.writeInt(kafka.headers().size());
      for (RecordDetails.Header header : kafka.headers()) {
        StringUtils.writeString(header.key(), target);
        write(header.value(), target);
      }
    } else {
      target.writeByte(NOTHING);
    }
  }

  @Nullable
  private static RecordDetails readDetails(DataInputView source) throws IOException {
    switch (source.readByte()) {
      case FILE -> {
        String path = StringUtils.readString(source);
        return new RecordDetails.OfFile(path, source.readLong());
      }
      case KAFKA -> {
        String timestampType = source.readUTF();
        boolean hasEpoch = source.readBoolean();
        int epoch = source.readInt();
        int count = source.readInt();
        List<RecordDetails.Header> headers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
          headers.add(new RecordDetails.Header(StringUtils.readString(source), read(source)));
        }
        return new RecordDetails.OfKafka(timestampType, hasEpoch ? epoch : null, headers);
      }
      default -> {
        return null;
      }
    }
  }

  /** Snapshot of a serialiser without configuration. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<RawRecord> {
    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
