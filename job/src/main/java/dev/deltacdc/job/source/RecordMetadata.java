/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;

/**
 * What a record's place tells about it, by the keys of metadata columns: those of Flink's kafka and
 * filesystem connectors, with their types.
 */
enum RecordMetadata {
  TOPIC("topic", true, string(), record -> string(topic(record))),
  PARTITION("partition", true, new IntType(), RecordMetadata::partition),
  OFFSET("offset", true, new BigIntType(), RawRecord::position),
  TIMESTAMP("timestamp", true, new LocalZonedTimestampType(3), RecordMetadata::time),
  TIMESTAMP_TYPE(
      "timestamp-type", true, string(), record -> string(ofKafka(record).timestampType())),
  LEADER_EPOCH("leader-epoch", true, new IntType(), record -> ofKafka(record).leaderEpoch()),
  HEADERS(
      "headers",
      true,
      new MapType(string(), new VarBinaryType(VarBinaryType.MAX_LENGTH)),
      RecordMetadata::headers),
  FILE_PATH("file.path", false, string(), record -> string(ofFile(record).path())),
  FILE_NAME("file.name", false, string(), RecordMetadata::fileName),
  FILE_SIZE("file.size", false, new BigIntType(), record -> ofFile(record).size()),
  FILE_TIME("file.modification-time", false, new LocalZonedTimestampType(3), RecordMetadata::time);

  private final String key;
  private final boolean kafka;

  @SuppressWarnings("ImmutableEnumChecker") // Flink's types are immutable
  private final LogicalType type;

  @SuppressWarnings("ImmutableEnumChecker") // reads the record alone
  private final Function<RawRecord, Object> reading;

  RecordMetadata(String key, boolean kafka, LogicalType type, Function<RawRecord, Object> reading) {
    this.key = key;
    this.kafka = kafka;
    this.type = type;
    this.reading = reading;
  }

  /** Those of one connector. */
  static List<RecordMetadata> of(boolean kafka) {
    return Arrays.stream(values()).filter(metadata -> metadata.kafka == kafka).toList();
  }

  String key() {
    return key;
  }

  LogicalType type() {
    return type;
  }

  /** Whether the record must carry its {@link RecordDetails}. */
  boolean needsDetails() {
    return switch (this) {
      case TOPIC, PARTITION, OFFSET, TIMESTAMP, FILE_TIME -> false;
      default -> true;
    };
  }

  @Nullable
  Object read(RawRecord record) {
    return reading.apply(record);
  }

  private static VarCharType string() {
    return new VarCharType(VarCharType.MAX_LENGTH);
  }

  private static StringData string(String text) {
    return StringData.fromString(text);
  }

  private static String topic(RawRecord record) {
    return record.partition().substring(0, record.partition().lastIndexOf('-'));
  }

  private static Object partition(RawRecord record) {
    String name = record.partition();
    return Integer.valueOf(name.substring(name.lastIndexOf('-') + 1));
  }

  @Nullable
  private static Object time(RawRecord record) {
    return record.timeMillis() == null ? null : TimestampData.fromEpochMillis(record.timeMillis());
  }

  private static Object fileName(RawRecord record) {
    String path = ofFile(record).path();
    return string(path.substring(path.lastIndexOf('/') + 1));
  }

  /** Of headers with one name the last counts, as in Flink's connector. */
  private static Object headers(RawRecord record) {
    Map<StringData, byte[]> headers = new LinkedHashMap<>();
    for (RecordDetails.Header header : ofKafka(record).headers()) {
      headers.put(string(header.key()), header.value());
    }
    return new GenericMapData(headers);
  }

  private static RecordDetails.OfKafka ofKafka(RawRecord record) {
    return (RecordDetails.OfKafka) record.details();
  }

  private static RecordDetails.OfFile ofFile(RawRecord record) {
    return (RecordDetails.OfFile) record.details();
  }
}
