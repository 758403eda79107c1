/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericArrayData;

/** ARRAY: a JSON array. */
final class JsonArray implements JsonValue {

  private final JsonValue element;
  private final boolean nullable;

  JsonArray(JsonValue element, boolean nullable) {
    this.element = element;
    this.nullable = nullable;
  }

  @Override
  @Nullable
  public Object decode(JsonParser parser) throws IOException, DecodeException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      return null;
    }
    if (token != JsonToken.START_ARRAY) {
      throw DecodeException.misfit("is " + JsonRecord.kind(token) + ", an ARRAY was expected");
    }
    List<Object> elements = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      try {
        Object value = element.decode(parser);
        if (value == null && !nullable) {
          throw DecodeException.misfit("is null, the elements are NOT NULL");
        }
        elements.add(value);
      } catch (DecodeException e) {
        throw e.within("[" + elements.size() + "]");
      }
    }
    return new GenericArrayData(elements.toArray());
  }
}
