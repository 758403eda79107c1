/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.readers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delta.standalone.DeltaLog;
import io.delta.standalone.data.CloseableIterator;
import io.delta.standalone.data.RowRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Delta Standalone, which shares no code with Delta Kernel, finds the rows of the append tables. It
 * does not know deletion vectors, and of timestamps only a form that nobody writes any more.
 */
class StandaloneReadsTheTablesITCase {
  /** Reading it takes longer than reading a small file. */
  private static final Configuration CONFIGURATION = new Configuration();

  private static final JsonMapper JSON = new JsonMapper();

  private static final String READER_VERSION = "\"minReaderVersion\":";

  /** Types whose values it gives as the expected rows have them. */
  private static final Set<String> COMPARED =
      Set.of("INT", "BIGINT", "STRING", "DATE", "BOOLEAN", "DOUBLE");

  static List<WrittenTable> tables() {
    return WrittenTable.all().stream().filter(table -> isReadable(table)).toList();
  }

  /**
   * Whether the table asks nothing of readers that came later, in any version: deletion vectors,
   * wider or other types.
   */
  private static boolean isReadable(WrittenTable written) {
    List<String> protocols = new ArrayList<>();
    try (Stream<Path> entries = Files.list(written.table().resolve("_delta_log"))) {
      for (Path entry : entries.filter(file -> file.toString().endsWith(".json")).toList()) {
        String actions = Files.readString(entry);
        if (actions.contains(READER_VERSION)) {
          protocols.add(actions);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return !protocols.isEmpty()
        && protocols.stream().allMatch(actions -> actions.contains(READER_VERSION + "1,"));
  }

  @Test
  void thereAreAppendTables() {
    assertThat(tables())
        .extracting(WrittenTable::test)
        .contains("KillsITCase", "SignalITCase", "restart");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("tables")
  void findsTheExpectedRows(WrittenTable written) throws IOException {
    Map<String, String> columns =
        written.columns().entrySet().stream()
            .filter(column -> COMPARED.contains(column.getValue()))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    List<JsonNode> rows = new ArrayList<>();
    try (CloseableIterator<RowRecord> records =
        DeltaLog.forTable(CONFIGURATION, written.table().toString()).snapshot().open()) {
      records.forEachRemaining(record -> rows.add(row(record, columns)));
    }

    assertThat(sorted(rows)).isEqualTo(expected(written.rows(), columns.keySet()));
  }

  private static JsonNode row(RowRecord record, Map<String, String> columns) {
    ObjectNode row = JSON.createObjectNode();
    columns.forEach(
        (name, type) -> {
          if (record.isNullAt(name)) {
            row.putNull(name);
            return;
          }
          switch (type) {
            case "INT" -> row.put(name, record.getInt(name));
            case "BIGINT" -> row.put(name, record.getLong(name));
            case "STRING" -> row.put(name, record.getString(name));
            case "DATE" -> row.put(name, record.getDate(name).toLocalDate().toString());
            case "BOOLEAN" -> row.put(name, record.getBoolean(name));
            case "DOUBLE" -> row.put(name, record.getDouble(name));
            default -> throw new IllegalArgumentException(type);
          }
        });
    return row;
  }

  private static List<String> expected(Path file, Set<String> columns) throws IOException {
    List<JsonNode> rows = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      rows.add(((ObjectNode) JSON.readTree(line)).retain(columns));
    }
    return sorted(rows);
  }

  /** Columns by name, since sets give them in no order. */
  private static List<String> sorted(List<JsonNode> rows) {
    return rows.stream()
        .map(row -> new TreeMap<>(JSON.convertValue(row, Map.class)).toString())
        .sorted()
        .toList();
  }
}
