/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.VarCharType;

/**
 * What a Debezium event tells about its row, by the keys of metadata columns; {@code op} is ours,
 * the others are those of Flink's format. What an event lacks is NULL.
 */
enum DebeziumMetadata {
  /** c, r, u or d; d for the old key of an update that changes the key. */
  OP("op", string()),
  /** When the connector handled the event. */
  INGESTION_TIMESTAMP("ingestion-timestamp", new LocalZonedTimestampType(3)),
  /** When the database made the change. */
  SOURCE_TIMESTAMP("source.timestamp", new LocalZonedTimestampType(3)),
  SOURCE_DATABASE("source.database", string()),
  SOURCE_SCHEMA("source.schema", string()),
  SOURCE_TABLE("source.table", string()),
  /** All of {@code source}: the position in the database's log, and more. */
  SOURCE_PROPERTIES("source.properties", new MapType(string().copy(false), string()));

  private final String key;

  @SuppressWarnings("ImmutableEnumChecker") // Flink's types are immutable
  private final LogicalType type;

  DebeziumMetadata(String key, LogicalType type) {
    this.key = key;
    this.type = type;
  }

  String key() {
    return key;
  }

  LogicalType type() {
    return type;
  }

  boolean isOfSource() {
    return key.startsWith("source.");
  }

  static Optional<DebeziumMetadata> of(String key) {
    return Stream.of(values()).filter(metadata -> metadata.key.equals(key)).findFirst();
  }

  private static VarCharType string() {
    return new VarCharType(VarCharType.MAX_LENGTH);
  }
}
