/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import com.fasterxml.jackson.core.JsonToken;

/** What the readers of one record's values share. Not thread-safe. */
final class JsonRecord {

  private final TextBuffer text = new TextBuffer();
  private byte[] bytes = new byte[0];
  private int from;

  /** Begins with a record, or the part of it that a parser reads. */
  void start(byte[] record, int from) {
    this.bytes = record;
    this.from = from;
  }

  /** The whole record. */
  byte[] bytes() {
    return bytes;
  }

  /** Where in the record the parser's first byte is. */
  int from() {
    return from;
  }

  /** A buffer for one value's text. */
  TextBuffer text() {
    return text;
  }

  /** How a value is called in messages. */
  static String kind(JsonToken token) {
    return switch (token) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "an array";
      case VALUE_STRING -> "a string";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
      case VALUE_TRUE, VALUE_FALSE -> "a boolean";
      case VALUE_NULL -> "null";
      default -> "no value";
    };
  }
}
