/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Kafka's records with their place, {@code topic-3} and the offset; key and value are not looked
 * at.
 */
final class RawKafkaRecords implements KafkaRecordDeserializationSchema<RawRecord> {

  private static final long serialVersionUID = 1L;

  private final int maxRecordSize;
  private final boolean keys;
  private final boolean details;
  private transient Map<String, Map<Integer, String>> names;

  /**
   * @param maxRecordSize of a longer key or value only the beginning is kept
   * @param keys whether records carry their key
   * @param details whether they carry their {@link RecordDetails}
   */
  RawKafkaRecords(int maxRecordSize, boolean keys, boolean details) {
    this.maxRecordSize = maxRecordSize;
    this.keys = keys;
    this.details = details;
  }

  @Override
  public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<RawRecord> out) {
    byte[] key = keys ? record.key() : null;
    out.collect(
        new RawRecord(
            name(record.topic(), record.partition()),
            record.offset(),
            record.timestamp() < 0 ? null : record.timestamp(),
            cut(record.value()),
            size(record.value()),
            null,
            cut(key),
            size(key),
            details ? details(record) : null));
  }

  private static long size(@Nullable byte[] bytes) {
    return bytes == null ? 0 : bytes.length;
  }

  @Nullable
  private byte[] cut(@Nullable byte[] bytes) {
    return size(bytes) > maxRecordSize
        ? Arrays.copyOf(bytes, Math.min(LineReader.KEPT, maxRecordSize))
        : bytes;
  }

  private static RecordDetails details(ConsumerRecord<byte[], byte[]> record) {
    List<RecordDetails.Header> headers = new ArrayList<>();
    for (Header header : record.headers()) {
      headers.add(new RecordDetails.Header(header.key(), header.value()));
    }
    return new RecordDetails.OfKafka(
        record.timestampType().toString(), record.leaderEpoch().orElse(null), headers);
  }

  private String name(String topic, int partition) {
    if (names == null) {
      names = new HashMap<>();
    }
    return names
        .computeIfAbsent(topic, t -> new HashMap<>())
        .computeIfAbsent(partition, p -> topic + "-" + p);
  }

  @Override
  public TypeInformation<RawRecord> getProducedType() {
    return RawRecordTypeInfo.INSTANCE;
  }
}
