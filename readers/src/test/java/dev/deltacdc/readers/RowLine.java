/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.readers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import scala.collection.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A row of Spark's as the job's tests write the rows that they expect: a JSON object, dates and
 * times as their {@code toString} gives them, bytes in Base64, the keys of maps sorted. Comparing
 * these texts is exact, where reading the expected rows with Spark would make NULLs of what it does
 * not understand.
 */
final class RowLine {
  private static final JsonMapper JSON = new JsonMapper();

  private RowLine() {}

  /**
   * The line of a row.
   *
   * @param columns how many of its columns, from the first on
   */
  static String of(Row row, int columns) {
    try {
      return JSON.writeValueAsString(values(row, columns));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(row.toString(), e);
    }
  }

  private static Map<String, Object> values(Row row, int columns) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < columns; i++) {
      values.put(row.schema().fieldNames()[i], plain(row.get(i)));
    }
    return values;
  }

  private static Object plain(Object value) {
    if (value instanceof byte[] bytes) {
      return Base64.getEncoder().encodeToString(bytes);
    } else if (value instanceof Row row) {
      return values(row, row.size());
    } else if (value instanceof Seq<?> seq) {
      List<Object> list = new ArrayList<>();
      CollectionConverters.asJava(seq).forEach(element -> list.add(plain(element)));
      return list;
    } else if (value instanceof scala.collection.Map<?, ?> map) {
      Map<String, Object> sorted = new TreeMap<>();
      CollectionConverters.asJava(map).forEach((k, v) -> sorted.put(k.toString(), plain(v)));
      return sorted;
    }
    return value instanceof Temporal ? value.toString() : value;
  }
}
