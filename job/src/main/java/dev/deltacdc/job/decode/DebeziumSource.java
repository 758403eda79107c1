/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Collection;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.BigIntType;

/** Reads the field {@code source} of Debezium events, if a column needs it. Not thread-safe. */
final class DebeziumSource {

  private final JsonValue properties;
  private final TextValue number;
  private final boolean needed;

  DebeziumSource(JsonValues values, Collection<DebeziumMetadata> metadata) {
    properties = values.of(DebeziumMetadata.SOURCE_PROPERTIES.type());
    number = TextValues.of(new BigIntType(), values.zone());
    needed = metadata.stream().anyMatch(DebeziumMetadata::isOfSource);
  }

  /** The properties; {@code null} if there are none or no column needs them. */
  @Nullable
  GenericMapData read(JsonParser parser) throws IOException, DecodeException {
    if (!needed) {
      parser.skipChildren();
      return null;
    }
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    }
    return (GenericMapData) properties.decode(parser);
  }

  /** A metadata column's value. */
  @Nullable
  Object value(DebeziumMetadata metadata, @Nullable GenericMapData source) throws DecodeException {
    if (source == null) {
      return null;
    }
    return switch (metadata) {
      case SOURCE_PROPERTIES -> source;
      case SOURCE_TIMESTAMP -> timestamp(source);
      case SOURCE_DATABASE -> property(source, "db");
      case SOURCE_SCHEMA -> property(source, "schema");
      case SOURCE_TABLE -> property(source, "table");
      default -> throw new IllegalArgumentException(metadata + " is not of the source");
    };
  }

  @Nullable
  private TimestampData timestamp(GenericMapData source) throws DecodeException {
    StringData millis = property(source, "ts_ms");
    if (millis == null) {
      return null;
    }
    byte[] text = millis.toString().getBytes(UTF_8);
    try {
      return TimestampData.fromEpochMillis((Long) number.decode(text, 0, text.length));
    } catch (DecodeException e) {
      throw e.within("source.ts_ms");
    }
  }

  @Nullable
  private static StringData property(GenericMapData source, String name) {
    return (StringData) source.get(StringData.fromString(name));
  }
}
