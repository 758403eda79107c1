/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;

/**
 * A scalar in JSON. As in Flink's and Spark's JSON, a string may hold any type's text (decimals are
 * often sent so, to be exact) and a STRING column takes any value: numbers as they are written,
 * objects and arrays as JSON text. Otherwise a number goes into numeric columns only, {@code true}
 * and {@code false} into BOOLEAN only: which instant a bare number is depends on a unit that the
 * feed does not tell (TO_TIMESTAMP_LTZ(BIGINT, 3) does).
 */
final class JsonScalar implements JsonValue {

  private final LogicalType type;
  private final TextValue value;
  private final JsonRecord record;
  private final boolean isString;
  private final boolean isNumber;
  private final boolean isBoolean;

  JsonScalar(LogicalType type, TextValue value, JsonRecord record) {
    this.type = type;
    this.value = value;
    this.record = record;
    this.isString = type.is(LogicalTypeFamily.CHARACTER_STRING);
    this.isNumber = type.is(LogicalTypeFamily.NUMERIC);
    this.isBoolean = type.is(LogicalTypeRoot.BOOLEAN);
  }

  @Override
  @Nullable
  public Object decode(JsonParser parser) throws IOException, DecodeException {
    JsonToken token = parser.currentToken();
    switch (token) {
      case VALUE_NULL -> {
        return null;
      }
      case VALUE_STRING -> {
        return text(parser);
      }
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
        if (isNumber || isString) {
          return text(parser);
        }
      }
      case VALUE_TRUE, VALUE_FALSE -> {
        if (isBoolean) {
          return token == JsonToken.VALUE_TRUE;
        }
        if (isString) {
          return text(parser);
        }
      }
      default -> {
        if (isString) {
          return json(parser);
        }
      }
    }
    throw DecodeException.misfit(
        "is "
            + JsonRecord.kind(token)
            + ", "
            + type.copy(true).asSummaryString()
            + " was expected");
  }

  private Object text(JsonParser parser) throws IOException, DecodeException {
    TextBuffer text = record.text();
    text.encode(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
    return value.decode(text.bytes(), 0, text.length());
  }

  /** The object or array as it stands in the record. */
  private Object json(JsonParser parser) throws IOException, DecodeException {
    int from = record.from() + (int) parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    int to = record.from() + (int) parser.currentLocation().getByteOffset();
    return value.decode(record.bytes(), from, to);
  }
}
