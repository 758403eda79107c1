/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericMapData;

/** MAP: a JSON object, its field names read as the keys' type. */
final class JsonMap implements JsonValue {

  private final TextValue key;
  private final JsonValue value;
  private final boolean nullable;
  private final JsonRecord record;

  JsonMap(TextValue key, JsonValue value, boolean nullable, JsonRecord record) {
    this.key = key;
    this.value = value;
    this.nullable = nullable;
    this.record = record;
  }

  @Override
  @Nullable
  public Object decode(JsonParser parser) throws IOException, DecodeException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      return null;
    }
    if (token != JsonToken.START_OBJECT) {
      throw DecodeException.misfit(
          "is " + JsonRecord.kind(token) + ", a MAP (an object) was expected");
    }
    Map<Object, Object> entries = new LinkedHashMap<>();
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      try {
        char[] chars = name.toCharArray();
        record.text().encode(chars, 0, chars.length);
        Object decodedKey = key.decode(record.text().bytes(), 0, record.text().length());
        parser.nextToken();
        Object decoded = value.decode(parser);
        if (decoded == null && !nullable) {
          throw DecodeException.misfit("is null, the values are NOT NULL");
        }
        boolean isNew = !entries.containsKey(decodedKey);
        entries.put(decodedKey, decoded);
        if (!isNew) {
          throw DecodeException.misfit("stands twice in the MAP");
        }
      } catch (DecodeException e) {
        throw e.within("['" + name + "']");
      }
    }
    return new GenericMapData(entries);
  }
}
