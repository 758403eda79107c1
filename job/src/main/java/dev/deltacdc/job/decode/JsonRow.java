/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * ROW: a JSON object. A field's name matches a column's exactly or, where that is unambiguous, in
 * any case; an exact match goes first. A missing field is NULL, a field that no column has is
 * skipped, a field that stands twice is an error.
 */
final class JsonRow implements JsonValue {

  private static final int UNKNOWN = -1;

  /** Feeds with ever new field names must not fill the heap. */
  private static final int MAX_KNOWN_NAMES = 4_096;

  /** Fields of an object that are expected where they were in the last one. */
  private static final int EXPECTED = 64;

  private static final byte ABSENT = 0;
  private static final byte IN_OTHER_CASE = 1;
  private static final byte EXACT = 2;

  private final List<String> names;
  private final JsonValue[] values;
  private final boolean[] nullable;
  private final int spare;
  private final Map<String, Integer> folded = new HashMap<>();
  private final Map<String, Integer> known = new HashMap<>();

  /** The fields of the last object in their order, and their columns: the next is most like it. */
  private final String[] expected = new String[EXPECTED];

  private final int[] expectedColumns = new int[EXPECTED];

  /**
   * How each column was met in the object being read. An object of this type never contains one.
   */
  private final byte[] met;

  /**
   * @param spare how many fields to leave at the end of each row
   */
  JsonRow(RowType type, JsonValue[] values, int spare) {
    this.names = type.getFieldNames();
    this.values = values;
    this.spare = spare;
    this.nullable = new boolean[values.length];
    this.met = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      nullable[i] = type.getTypeAt(i).isNullable();
      known.put(names.get(i), i);
      folded.merge(names.get(i).toLowerCase(Locale.ROOT), i, (a, b) -> UNKNOWN);
    }
  }

  @Override
  @Nullable
  public GenericRowData decode(JsonParser parser) throws IOException, DecodeException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      return null;
    }
    if (token != JsonToken.START_OBJECT) {
      throw DecodeException.misfit(
          "is " + JsonRecord.kind(token) + ", a ROW (an object) was expected");
    }
    GenericRowData row = new GenericRowData(values.length + spare);
    Arrays.fill(met, ABSENT);
    int field = 0;
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      parser.nextToken();
      int column = column(name, field++);
      if (column == UNKNOWN || !meet(column, name)) {
        parser.skipChildren();
        continue;
      }
      try {
        row.setField(column, values[column].decode(parser));
      } catch (DecodeException e) {
        throw e.within(names.get(column));
      }
    }
    for (int i = 0; i < values.length; i++) {
      if (!nullable[i] && row.isNullAt(i)) {
        throw DecodeException.misfit(
                "is " + (met[i] == ABSENT ? "missing" : "null") + ", the column is NOT NULL")
            .within(names.get(i));
      }
    }
    return row;
  }

  /** Whether the field counts for the column: not if an exact match was there before. */
  private boolean meet(int column, String name) throws DecodeException {
    byte how = name.equals(names.get(column)) ? EXACT : IN_OTHER_CASE;
    if (how == met[column]) {
      throw DecodeException.unparsable(
          how == EXACT
              ? "the field '" + name + "' stands twice"
              : "more than one field is called '" + names.get(column) + "' in some case");
    }
    if (how < met[column]) {
      return false;
    }
    met[column] = how;
    return true;
  }

  private int column(String name, int field) {
    if (field >= EXPECTED) {
      return column(name);
    }
    if (!name.equals(expected[field])) {
      expectedColumns[field] = column(name);
      expected[field] = name;
    }
    return expectedColumns[field];
  }

  private int column(String name) {
    Integer column = known.get(name);
    if (column == null) {
      column = folded.getOrDefault(name.toLowerCase(Locale.ROOT), UNKNOWN);
      if (known.size() < MAX_KNOWN_NAMES) {
        known.put(name, column);
      }
    }
    return column;
  }
}
