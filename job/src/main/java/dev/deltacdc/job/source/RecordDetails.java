/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.util.List;
import javax.annotation.Nullable;

/** What only metadata columns tell of a record; read where a source has such a column. */
sealed interface RecordDetails {

  /**
   * A file, one object for all its records.
   *
   * @param path without scheme and host
   * @param size in bytes
   */
  record OfFile(String path, long size) implements RecordDetails {}

  /**
   * A Kafka record.
   *
   * @param timestampType as Kafka calls it, such as {@code CreateTime}
   */
  record OfKafka(String timestampType, @Nullable Integer leaderEpoch, List<Header> headers)
      implements RecordDetails {}

  /** A header of a Kafka record. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Header(String key, @Nullable byte[] value) {}
}
