/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.BigIntType;

/**
 * The parts of one Debezium event, with or without the wrapper {@code {"schema": …, "payload": …}}.
 * Of {@code before} only the key is read, since hardly any event needs more; where it stands is
 * kept. Used again for the next event. Not thread-safe.
 */
final class DebeziumEvent {

  private static final String PAYLOAD = "payload";

  private final JsonRow rows;
  private final JsonRow keys;
  private final DebeziumSource sources;
  private final JsonValue number;

  private boolean wrapped;
  private int fields;
  @Nullable private String op;
  @Nullable private GenericRowData after;
  @Nullable private GenericRowData beforeKey;
  @Nullable private GenericMapData source;
  @Nullable private TimestampData ingested;
  private int beforeFrom;
  private int beforeTo;

  /**
   * @param rows reads {@code after}
   * @param keys reads the key of {@code before}
   */
  DebeziumEvent(JsonRow rows, JsonRow keys, DebeziumSource sources, JsonValues values) {
    this.rows = rows;
    this.keys = keys;
    this.sources = sources;
    this.number = values.of(new BigIntType());
  }

  /** Reads an event in place of the one before. */
  DebeziumEvent read(JsonParser parser) throws IOException, DecodeException {
    wrapped = false;
    fields = 0;
    op = null;
    after = null;
    beforeKey = null;
    source = null;
    ingested = null;
    fields(parser, true);
    return this;
  }

  /** Whether the object has any field that makes it an event. */
  boolean isEvent() {
    return fields != 0;
  }

  @Nullable
  String op() {
    return op;
  }

  @Nullable
  GenericRowData after() {
    return after;
  }

  /** The key of {@code before}; {@code null} if there is no before. */
  @Nullable
  GenericRowData beforeKey() {
    return beforeKey;
  }

  /** The first byte of {@code before} in the record. */
  int beforeFrom() {
    return beforeFrom;
  }

  /** The byte behind {@code before}. */
  int beforeTo() {
    return beforeTo;
  }

  @Nullable
  GenericMapData source() {
    return source;
  }

  @Nullable
  TimestampData ingested() {
    return ingested;
  }

  private void fields(JsonParser parser, boolean top) throws IOException, DecodeException {
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      JsonToken token = parser.nextToken();
      if (top && name.equals(PAYLOAD) && token == JsonToken.START_OBJECT) {
        if (wrapped || fields != 0) {
          throw DecodeException.unparsable("an event stands twice in the record");
        }
        wrapped = true;
        fields(parser, false);
      } else if (wrapped && top) {
        parser.skipChildren();
      } else {
        field(name, token, parser);
      }
    }
  }

  private void field(String name, JsonToken token, JsonParser parser)
      throws IOException, DecodeException {
    try {
      switch (name) {
        case "op" -> {
          meet(name, 1);
          if (token != JsonToken.VALUE_STRING && token != JsonToken.VALUE_NULL) {
            throw DecodeException.misfit(
                "is " + JsonRecord.kind(token) + ", a string was expected");
          }
          op = token == JsonToken.VALUE_NULL ? null : parser.getText();
        }
        case "after" -> {
          meet(name, 2);
          after = rows.decode(parser);
        }
        case "before" -> {
          meet(name, 4);
          beforeFrom = (int) parser.currentTokenLocation().getByteOffset();
          beforeKey = keys.decode(parser);
          beforeTo = (int) parser.currentLocation().getByteOffset();
        }
        case "source" -> {
          meet(name, 8);
          source = sources.read(parser);
        }
        case "ts_ms" -> {
          meet(name, 16);
          Long millis = (Long) number.decode(parser);
          ingested = millis == null ? null : TimestampData.fromEpochMillis(millis);
        }
        default -> parser.skipChildren();
      }
    } catch (DecodeException e) {
      throw name.equals("after") || !e.isMisfit() ? e : e.within(name);
    }
  }

  private void meet(String name, int bit) throws DecodeException {
    if ((fields & bit) != 0) {
      throw DecodeException.unparsable("the field '" + name + "' stands twice");
    }
    fields |= bit;
  }
}
