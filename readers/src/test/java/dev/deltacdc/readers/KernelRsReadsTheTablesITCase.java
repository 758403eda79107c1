/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.readers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * delta-kernel-rs, inside ClickHouse, finds the same rows; skipped where node or the package is
 * missing.
 */
class KernelRsReadsTheTablesITCase {
  private static final Path FOLDER = Path.of("chdb").toAbsolutePath();
  private static final JsonMapper JSON = new JsonMapper();

  /** ClickHouse refuses files with dates that it has no place for. */
  private static final String BEYOND_ITS_TYPES = "types/far_times";

  /** Its dates; a partition's value becomes the nearest of them, where the rows are left out. */
  private static final int FIRST_YEAR = 1900;

  private static final int LAST_YEAR = 2299;

  private static final Pattern YEAR = Pattern.compile("(-?\\d{4,})-\\d\\d-\\d\\d.*");

  private static final Map<String, String> DIFFERENCES = new HashMap<>();

  static List<String> names() {
    return Stream.concat(
            WrittenTable.all().stream().map(WrittenTable::name),
            WrittenTable.allVersions().stream().map(WrittenTable.Version::toString))
        .filter(name -> !name.equals(BEYOND_ITS_TYPES))
        .toList();
  }

  /** One process for all tables: it takes half a second to start. */
  @BeforeAll
  static void compareAll() throws Exception {
    assumeThat(FOLDER.resolve("node_modules/@chdb"))
        .as("skipped: 'npm ci' in readers/chdb has not installed ClickHouse (Linux on x86-64 only)")
        .isDirectory();
    assumeThat(hasNode()).as("skipped: there is no node on the path").isTrue();
    Path target = Path.of("target").toAbsolutePath();
    Path list = target.resolve("kernel-rs-tables.json");
    JSON.writeValue(list.toFile(), entries());
    Path output = target.resolve("kernel-rs.jsonl");
    Path errors = target.resolve("kernel-rs.err");
    Process node =
        new ProcessBuilder("node", "compare.js", list.toString())
            .directory(FOLDER.toFile())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile())
            .start();
    try {
      assertThat(node.waitFor(10, TimeUnit.MINUTES)).as("ended in time").isTrue();
      assertThat(node.exitValue()).as(Files.readString(errors)).isZero();
    } finally {
      node.destroyForcibly();
    }
    for (String line : Files.readAllLines(output)) {
      JsonNode result = JSON.readTree(line);
      DIFFERENCES.put(result.get("name").asText(), result.get("differences").asText());
    }
  }

  private static List<Map<String, Object>> entries() throws IOException {
    List<Map<String, Object>> entries = new ArrayList<>();
    for (WrittenTable table : WrittenTable.all()) {
      entries.add(entry(table.name(), table, null, table.rows()));
    }
    for (WrittenTable.Version version : WrittenTable.allVersions()) {
      entries.add(entry(version.toString(), version.table(), version.number(), version.rows()));
    }
    return entries;
  }

  private static Map<String, Object> entry(String name, WrittenTable table, Long version, Path rows)
      throws IOException {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("name", name);
    entry.put("table", table.table().toString());
    entry.put("version", version);
    entry.put("rows", rows.toString());
    entry.put("columns", table.columns());
    entry.put("without", idsBeyond(table, rows));
    return entry;
  }

  /** The ids of rows with a date or time that ClickHouse has no place for. */
  private static Set<Integer> idsBeyond(WrittenTable table, Path rows) throws IOException {
    Set<Integer> ids = new TreeSet<>();
    for (String line : Files.readAllLines(rows)) {
      JsonNode row = JSON.readTree(line);
      table
          .columns()
          .forEach(
              (column, type) -> {
                if (type.matches("DATE|TIMESTAMP.*") && isBeyond(row.path(column).asText())) {
                  assertThat(row.has("id")).as("%s can leave out rows by id", table).isTrue();
                  ids.add(row.get("id").asInt());
                }
              });
    }
    return ids;
  }

  private static boolean isBeyond(String time) {
    Matcher year = YEAR.matcher(time);
    return year.matches()
        && (Integer.parseInt(year.group(1)) < FIRST_YEAR
            || Integer.parseInt(year.group(1)) > LAST_YEAR);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("names")
  void findsTheExpectedRows(String name) {
    assertThat(DIFFERENCES).as("compared").containsKey(name);
    assertThat(DIFFERENCES.get(name)).as("rows too many (> 0) or too few (< 0)").isEmpty();
  }

  private static boolean hasNode() throws InterruptedException {
    try {
      Process version = new ProcessBuilder("node", "--version").redirectErrorStream(true).start();
      return version.waitFor(30, TimeUnit.SECONDS) && version.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
