/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Kafka's records with their place, {@code topic-3} and the offset; the value is not looked at. */
final class RawKafkaRecords implements KafkaRecordDeserializationSchema<RawRecord> {

  private static final long serialVersionUID = 1L;

  private final int maxRecordSize;
  private transient Map<String, Map<Integer, String>> names;

  RawKafkaRecords(int maxRecordSize) {
    this.maxRecordSize = maxRecordSize;
  }

  @Override
  public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<RawRecord> out) {
    byte[] value = record.value();
    long size = value == null ? 0 : value.length;
    out.collect(
        new RawRecord(
            name(record.topic(), record.partition()),
            record.offset(),
            record.timestamp() < 0 ? null : record.timestamp(),
            size > maxRecordSize
                ? Arrays.copyOf(value, Math.min(LineReader.KEPT, maxRecordSize))
                : value,
            size,
            null));
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
