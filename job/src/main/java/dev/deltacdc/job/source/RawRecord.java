/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import javax.annotation.Nullable;

/**
 * A record as it was read, not yet decoded. Immutable by agreement: the arrays are shared.
 *
 * @param partition the file's path or {@code topic-3}
 * @param position line number (from 1) or Kafka offset
 * @param timeMillis when the file was modified or the Kafka record written; {@code null}: not known
 * @param bytes the record without line end; {@code null} for a Kafka tombstone
 * @param size the record's size in bytes; if greater than that of {@code bytes}, the record is too
 *     large and {@code bytes} is its beginning
 * @param header the header line of the record's file, one array for all its records; {@code null}
 *     if there is none
 * @param key the Kafka key; {@code null} if there is none or nothing needs it
 * @param keySize the key's size, as {@code size} is the record's
 * @param details {@code null} if no column needs them
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; shared, not copied
record RawRecord(
    String partition,
    long position,
    @Nullable Long timeMillis,
    @Nullable byte[] bytes,
    long size,
    @Nullable byte[] header,
    @Nullable byte[] key,
    long keySize,
    @Nullable RecordDetails details) {

  private static final long END = -1;

  /** Tells that a snapshot's file was read to its end; not a record of a user. */
  static RawRecord end(String partition, long position, long version) {
    return new RawRecord(partition, position, version, null, END, null, null, 0, null);
  }

  /** Whether this is the end of a snapshot. */
  boolean isEnd() {
    return bytes == null && size == END;
  }

  /** The version of the snapshot that ends here. */
  long version() {
    return timeMillis;
  }

  /** Whether only the beginning of the record is here. */
  boolean isCut() {
    return bytes != null && size > bytes.length;
  }

  /** Whether only the beginning of the key is here. */
  boolean isKeyCut() {
    return key != null && keySize > key.length;
  }
}
