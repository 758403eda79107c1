/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.deltacdc.testing.TableContent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A conformance case of {@code testdata/cases} as a pipeline file with a folder of JSON lines. */
record CdcCase(JsonNode json) {

  private static final Path FOLDER = Path.of("..", "testdata", "cases");
  private static final ObjectMapper MAPPER = new JsonMapper();

  static List<CdcCase> all() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .filter(file -> file.toString().endsWith(".json"))
          .sorted()
          .map(CdcCase::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CdcCase read(Path file) {
    try {
      return new CdcCase(MAPPER.readTree(file.toFile()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String pipeline() {
    String columns =
        json.get("columns").properties().stream()
            .map(column -> "`" + column.getKey() + "` " + column.getValue().asText())
            .collect(Collectors.joining(", "));
    StringBuilder sql = new StringBuilder();
    sql.append("CREATE TABLE feed (").append(columns).append(")\n");
    sql.append("  WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json',\n");
    sql.append("    'source.monitor-interval' = '20 ms');\n");
    sql.append("CREATE STREAMING TABLE target;\n");
    sql.append("CREATE FLOW changes AS AUTO CDC INTO target FROM STREAM(feed)\n");
    sql.append("  KEYS (").append(names("keys")).append(")\n");
    if (json.has("delete")) {
      sql.append("  APPLY AS DELETE WHEN ").append(json.get("delete").asText()).append("\n");
    }
    if (json.has("truncate")) {
      sql.append("  APPLY AS TRUNCATE WHEN ").append(json.get("truncate").asText()).append("\n");
    }
    if (json.path("ignoreNulls").asBoolean()) {
      sql.append("  IGNORE NULL UPDATES\n");
    } else if (!json.path("ignoreNulls").isEmpty()) {
      sql.append("  IGNORE NULL UPDATES ON ").append(names("ignoreNulls")).append("\n");
    }
    sql.append("  SEQUENCE BY ").append(json.get("sequence").asText()).append("\n");
    if (json.has("outputs")) {
      sql.append("  COLUMNS ").append(names("outputs")).append("\n");
    } else if (json.has("except")) {
      sql.append("  COLUMNS * EXCEPT (").append(names("except")).append(")\n");
    }
    if (json.has("track")) {
      sql.append("  TRACK HISTORY ON ").append(names("track")).append("\n");
    } else if (json.has("trackExcept")) {
      sql.append("  TRACK HISTORY ON * EXCEPT (").append(names("trackExcept")).append(")\n");
    }
    return sql.append("  STORED AS SCD TYPE ").append(json.get("scd")).append(";\n").toString();
  }

  private String names(String list) {
    return String.join(", ", list(list));
  }

  private List<String> list(String list) {
    List<String> names = new ArrayList<>();
    json.path(list).forEach(name -> names.add(name.asText()));
    return names;
  }

  int batches() {
    return json.get("batches").size();
  }

  /** Puts a batch into the folder as one file, whole from its first moment there. */
  int write(int batch, Path folder) throws IOException {
    List<String> columns = new ArrayList<>();
    json.get("columns").fieldNames().forEachRemaining(columns::add);
    List<String> lines = new ArrayList<>();
    for (JsonNode row : json.get("batches").get(batch)) {
      ObjectNode object = MAPPER.createObjectNode();
      for (int i = 0; i < columns.size(); i++) {
        object.set(columns.get(i), row.get(i));
      }
      lines.add(MAPPER.writeValueAsString(object));
    }
    Path written = Files.write(folder.resolveSibling("next.json"), lines);
    Files.move(
        written,
        folder.resolve(String.format("batch-%03d.json", batch)),
        StandardCopyOption.ATOMIC_MOVE);
    return lines.size();
  }

  int rejected() {
    return json.path("rejected").asInt(0);
  }

  /** Spark's SQL types of the table's columns. */
  Map<String, String> outputs() {
    Map<String, String> outputs = new LinkedHashMap<>();
    json.get("columns")
        .properties()
        .forEach(column -> outputs.put(column.getKey(), sparkType(column.getValue().asText())));
    if (json.has("outputs")) {
      outputs.keySet().retainAll(list("outputs"));
    }
    outputs.keySet().removeAll(list("except"));
    if (json.get("scd").asInt() == 2) {
      String sequence = sparkType(json.get("columns").get(json.get("sequence").asText()).asText());
      outputs.put("__START_AT", sequence);
      outputs.put("__END_AT", sequence);
    }
    return outputs;
  }

  private static String sparkType(String type) {
    return type.replaceFirst("^TIMESTAMP\\(\\d\\)$", "TIMESTAMP_NTZ");
  }

  /** The acceptable tables: rows as JSON objects, sorted. */
  List<List<String>> expected() {
    List<JsonNode> tables = new ArrayList<>();
    if (json.has("oneOf")) {
      json.get("oneOf").forEach(tables::add);
    } else {
      tables.add(json.get("expect"));
    }
    return tables.stream().map(this::rows).toList();
  }

  private List<String> rows(JsonNode table) {
    List<String> names = List.copyOf(outputs().keySet());
    List<String> rows = new ArrayList<>();
    for (JsonNode row : table) {
      Map<String, Object> values = new LinkedHashMap<>();
      for (int i = 0; i < names.size(); i++) {
        values.put(names.get(i), row.get(i));
      }
      rows.add(TableContent.line(values));
    }
    rows.sort(null);
    return rows;
  }

  @Override
  public String toString() {
    return json.get("name").asText();
  }
}
