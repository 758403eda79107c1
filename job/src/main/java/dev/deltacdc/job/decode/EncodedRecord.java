/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import javax.annotation.Nullable;

/**
 * A record to decode. The arrays are shared and only read.
 *
 * @param bytes the record, without line end
 * @param header the header line of its file, one array for all its records, for CSV with header;
 *     else {@code null}
 * @param key its Kafka key; {@code null}: none, or not needed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; shared, not copied
public record EncodedRecord(byte[] bytes, @Nullable byte[] header, @Nullable byte[] key) {

  /** A record that is nothing but its bytes. */
  public static EncodedRecord of(byte[] bytes) {
    return new EncodedRecord(bytes, null, null);
  }
}
