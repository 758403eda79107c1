/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.scd;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.deltacdc.functions.event.EventLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;

/**
 * A conformance case of {@code testdata/cases}, with what the planner would do for it: the
 * expressions in these files have two forms each, which are evaluated here.
 */
record CdcCase(JsonNode json) {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** In the order of the query's fields. */
  private static final List<String> CONDITIONS = List.of("delete", "truncate");

  static List<CdcCase> all() {
    Path cases = Path.of("..", "testdata", "cases");
    try (Stream<Path> files = Files.list(cases)) {
      return files
          .filter(file -> file.toString().endsWith(".json"))
          .sorted()
          .map(CdcCase::read)
          .toList();
    } catch (IOException e) {
      throw new IllegalStateException("the cases are not at " + cases.toAbsolutePath(), e);
    }
  }

  private static CdcCase read(Path file) {
    try {
      return new CdcCase(MAPPER.readTree(file.toFile()));
    } catch (IOException e) {
      throw new IllegalStateException(file.toString(), e);
    }
  }

  String name() {
    return json.get("name").asText();
  }

  boolean anyOrder() {
    return json.get("anyOrder").asBoolean();
  }

  boolean isHistory() {
    return json.get("scd").asInt() == 2;
  }

  /** The positions of the output columns whose history is tracked. */
  List<Integer> tracked() {
    List<String> outputs = outputs();
    List<String> tracked = new ArrayList<>(outputs);
    tracked.removeAll(names(json.get("keys")));
    if (json.has("track")) {
      tracked.retainAll(names(json.get("track")));
    }
    tracked.removeAll(names(json.path("trackExcept")));
    return tracked.stream().map(outputs::indexOf).toList();
  }

  /** The positions of the output columns in which a NULL is ignored. */
  List<Integer> ignoreNulls() {
    JsonNode ignored = json.path("ignoreNulls");
    List<String> outputs = outputs();
    if (ignored.isArray()) {
      return names(ignored).stream().map(outputs::indexOf).toList();
    }
    return ignored.asBoolean() ? IntStream.range(0, outputs.size()).boxed().toList() : List.of();
  }

  int rejected() {
    return json.path("rejected").asInt(0);
  }

  List<List<RowData>> batches() {
    List<List<RowData>> batches = new ArrayList<>();
    for (JsonNode batch : json.get("batches")) {
      List<RowData> rows = new ArrayList<>();
      batch.forEach(row -> rows.add(queryRow(row)));
      batches.add(rows);
    }
    return batches;
  }

  /** The acceptable tables, each a list of rows of texts. */
  List<List<List<String>>> expected() {
    List<List<List<String>>> results = new ArrayList<>();
    if (json.has("oneOf")) {
      json.get("oneOf").forEach(result -> results.add(rows(result)));
    } else {
      results.add(rows(json.get("expect")));
    }
    return results;
  }

  RowType target() {
    Map<String, LogicalType> columns = columns();
    List<RowType.RowField> fields = new ArrayList<>();
    outputs().forEach(name -> fields.add(new RowType.RowField(name, columns.get(name))));
    return new RowType(fields);
  }

  EventLayout layout() {
    List<RowType.RowField> fields = new ArrayList<>(target().getFields());
    int outputs = fields.size();
    List<String> sequence = sequence();
    sequence.forEach(name -> fields.add(new RowType.RowField("seq_" + name, columns().get(name))));
    List<Integer> keys = names(json.get("keys")).stream().map(outputs()::indexOf).toList();
    CONDITIONS.stream()
        .filter(json::has)
        .forEach(condition -> fields.add(new RowType.RowField(condition, new BooleanType())));
    EventLayout layout = EventLayout.of(new RowType(fields), outputs, sequence.size(), keys);
    layout = json.has("delete") ? layout.withDelete() : layout;
    return json.has("truncate") ? layout.withTruncate() : layout;
  }

  /** A table's row as texts, to compare with what is expected. */
  List<String> texts(RowData row) {
    List<String> texts = new ArrayList<>();
    RowType target = target();
    for (int i = 0; i < target.getFieldCount(); i++) {
      Object value = RowData.createFieldGetter(target.getTypeAt(i), i).getFieldOrNull(row);
      texts.add(value == null ? null : value.toString());
    }
    if (isHistory()) {
      LogicalType sequence = columns().get(json.get("sequence").asText());
      int end = target.getFieldCount() + 2;
      for (int i = target.getFieldCount(); i < end; i++) {
        Object value = RowData.createFieldGetter(sequence, i).getFieldOrNull(row);
        texts.add(value == null ? null : value.toString());
      }
    }
    return texts;
  }

  private GenericRowData queryRow(JsonNode row) {
    List<Object> fields = new ArrayList<>();
    outputs().forEach(name -> fields.add(value(row, name)));
    sequence().forEach(name -> fields.add(value(row, name)));
    CONDITIONS.stream()
        .filter(json::has)
        .forEach(condition -> fields.add(condition(json.get(condition).asText(), row)));
    return GenericRowData.of(fields.toArray());
  }

  /** Forms: {@code seq} and {@code STRUCT(ts, txn)}. */
  private List<String> sequence() {
    String text = json.get("sequence").asText();
    if (!text.startsWith("STRUCT(")) {
      return List.of(text);
    }
    return List.of(text.substring("STRUCT(".length(), text.length() - 1).split(",\\s*"));
  }

  /** Form: {@code op = 'D'}; NULL where the column is NULL. */
  private Boolean condition(String text, JsonNode row) {
    String[] sides = text.split(" = ", 2);
    Object value = value(row, sides[0]);
    return value == null ? null : ("'" + value + "'").equals(sides[1]);
  }

  private List<String> outputs() {
    if (json.has("outputs")) {
      return names(json.get("outputs"));
    }
    List<String> outputs = new ArrayList<>(columns().keySet());
    if (json.has("except")) {
      outputs.removeAll(names(json.get("except")));
    }
    return outputs;
  }

  private Map<String, LogicalType> columns() {
    Map<String, LogicalType> columns = new LinkedHashMap<>();
    json.get("columns")
        .properties()
        .forEach(e -> columns.put(e.getKey(), type(e.getValue().asText())));
    return columns;
  }

  private Object value(JsonNode row, String column) {
    int index = List.copyOf(columns().keySet()).indexOf(column);
    JsonNode value = row.get(index);
    if (value.isNull()) {
      return null;
    }
    LogicalType type = columns().get(column);
    return switch (type.getTypeRoot()) {
      case INTEGER -> value.intValue();
      case VARCHAR -> StringData.fromString(value.textValue());
      default -> TimestampData.fromTimestamp(java.sql.Timestamp.valueOf(value.textValue()));
    };
  }

  private static LogicalType type(String sql) {
    return switch (sql) {
      case "INT" -> new IntType();
      case "STRING" -> new VarCharType(VarCharType.MAX_LENGTH);
      case "TIMESTAMP(3)" -> new TimestampType(3);
      default -> throw new IllegalArgumentException("a type new to the cases: " + sql);
    };
  }

  private static List<List<String>> rows(JsonNode rows) {
    List<List<String>> result = new ArrayList<>();
    for (JsonNode row : rows) {
      List<String> texts = new ArrayList<>();
      row.forEach(value -> texts.add(value.isNull() ? null : value.asText()));
      result.add(texts);
    }
    return result;
  }

  private static List<String> names(JsonNode names) {
    return StreamSupport.stream(names.spliterator(), false).map(JsonNode::asText).toList();
  }

  @Override
  public String toString() {
    return name();
  }
}
