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
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.time.ZoneId;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;

/** One JSON object per record to rows; NaN and infinities are accepted, as Spark writes them. */
final class JsonDecoder implements RecordDecoder {

  private final JsonFactory factory =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          // Field names of a feed are not trusted: many that collide are slow, never an error.
          .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
          // The size of a record is limited where it is read.
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();
  private final JsonRecord record = new JsonRecord();
  private final Utf8 utf8 = new Utf8();
  private final JsonRow row;

  JsonDecoder(RowType rowType, ZoneId zone) {
    row = row(rowType, zone, 1);
  }

  @Override
  public GenericRowData decode(byte[] bytes, @Nullable byte[] header) throws DecodeException {
    utf8.check(bytes);
    record.start(bytes);
    try (JsonParser parser = factory.createParser(bytes, 0, bytes.length)) {
      JsonToken first = parser.nextToken();
      if (first != JsonToken.START_OBJECT) {
        throw DecodeException.unparsable(
            "a JSON object was expected, not "
                + (first == null ? "nothing" : JsonRecord.kind(first)));
      }
      GenericRowData decoded = row.decode(parser);
      if (parser.nextToken() != null) {
        throw DecodeException.unparsable("more follows the JSON object");
      }
      return decoded;
    } catch (JsonProcessingException e) {
      long at = e.getLocation() == null ? -1 : e.getLocation().getByteOffset();
      throw DecodeException.unparsable(
          "is not JSON" + (at < 0 ? "" : " at byte " + (at + 1)) + ": " + e.getOriginalMessage());
    } catch (IOException e) {
      throw DecodeException.unparsable("is not JSON: " + e.getMessage());
    }
  }

  private JsonRow row(RowType type, ZoneId zone, int spare) {
    JsonValue[] values = new JsonValue[type.getFieldCount()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(type.getTypeAt(i), zone);
    }
    return new JsonRow(type, values, spare);
  }

  private JsonValue value(LogicalType type, ZoneId zone) {
    return switch (type.getTypeRoot()) {
      case ROW -> row((RowType) type, zone, 0);
      case ARRAY -> {
        LogicalType element = ((ArrayType) type).getElementType();
        yield new JsonArray(value(element, zone), element.isNullable());
      }
      case MAP -> {
        MapType map = (MapType) type;
        yield new JsonMap(
            TextValues.of(map.getKeyType(), zone),
            value(map.getValueType(), zone),
            map.getValueType().isNullable(),
            record);
      }
      default -> new JsonScalar(type, TextValues.of(type, zone), record);
    };
  }
}
