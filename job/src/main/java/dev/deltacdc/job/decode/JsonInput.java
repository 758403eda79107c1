/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.util.regex.Pattern;

/**
 * Reads JSON objects out of records; NaN and infinities are accepted, as Spark writes them. What
 * Jackson finds wrong becomes a {@link DecodeException}. Not thread-safe.
 */
final class JsonInput {

  /** Reads the object on whose first token the parser stands, to its last. */
  interface Reading<T> {
    T read(JsonParser parser) throws IOException, DecodeException;
  }

  /** Jackson's note on where the object began: always at the record's first byte. */
  private static final Pattern START_MARKER = Pattern.compile(" \\(start marker at .*\\)$");

  private final JsonFactory factory =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          // Field names of a feed are not trusted: many that collide are slow, never an error.
          .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
          // The size of a record is limited where it is read.
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();
  private final JsonRecord record;
  private final Utf8 utf8 = new Utf8();

  /**
   * @param record is told of each object that is read
   */
  JsonInput(JsonRecord record) {
    this.record = record;
  }

  /** Reads bytes that are one object. */
  <T> T read(byte[] bytes, Reading<T> reading) throws DecodeException {
    utf8.check(bytes);
    return read(bytes, 0, bytes.length, reading);
  }

  /** Reads a part of a record that is one object; the record is known to be UTF-8. */
  <T> T read(byte[] bytes, int from, int to, Reading<T> reading) throws DecodeException {
    record.start(bytes, from);
    try (JsonParser parser = factory.createParser(bytes, from, to - from)) {
      JsonToken first = parser.nextToken();
      if (first != JsonToken.START_OBJECT) {
        throw DecodeException.unparsable(
            "a JSON object was expected, not "
                + (first == null ? "nothing" : JsonRecord.kind(first)));
      }
      T value = reading.read(parser);
      if (parser.nextToken() != null) {
        throw DecodeException.unparsable("more follows the JSON object");
      }
      return value;
    } catch (JsonProcessingException e) {
      long at = e.getLocation() == null ? -1 : e.getLocation().getByteOffset();
      throw DecodeException.unparsable(
          "is not JSON"
              + (at < 0 ? "" : " at byte " + (from + at + 1))
              + ": "
              + START_MARKER.matcher(e.getOriginalMessage()).replaceFirst("")
              + (e instanceof JsonEOFException ? " (an object stands on one line)" : ""));
    } catch (IOException e) {
      throw DecodeException.unparsable("is not JSON: " + e.getMessage());
    }
  }
}
