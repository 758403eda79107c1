/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code flink run JAR run testdata/clientes/pipeline.sql} on a session cluster of processes, as
 * the README says: it waits for the end, prints the summary and leaves the expected tables.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClientesOnAClusterITCase {

  private static final Path CLIENTES =
      Path.of("..", "testdata", "clientes").toAbsolutePath().normalize();

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path temp;

  @Test
  void theReferenceFlowOnACluster() throws Exception {
    Path lake = temp.resolve("lake");
    String printed;
    try (FlinkCluster flink = FlinkCluster.plain(temp.resolve("flink"))) {
      printed =
          flink.runToTheEnd(
              BuiltJar.ofPipelines(), CLIENTES.resolve("pipeline.sql"), lake.toString(), 2);
    }

    assertThat(printed)
        .containsPattern("source initial +10,000 +0 +0\n")
        .containsPattern("clientes .* 10,090 .*\n")
        .containsPattern("clientes_quarantine +31 ")
        .doesNotContain("\tat ", "Exception");
    Tables tables = new Tables(lake);
    assertThat(tables.rows("clientes", "id", "valor", "updated_at"))
        .isEqualTo(
            expected(
                "clientes.csv",
                row ->
                    row.get("id") + ", " + row.get("valor") + ", " + time(row.get("updated_at"))));
    assertThat(days(tables.rows("clientes_diario", "snapshot_date")))
        .isEqualTo(
            csv("clientes_diario_counts.csv").stream()
                .collect(
                    Collectors.toMap(
                        row -> row.get("snapshot_date"),
                        row -> Long.valueOf(row.get("rows")),
                        Long::sum,
                        TreeMap::new)));
    assertThat(tables.rows("clientes_quarantine", "flow", "position", "reason"))
        .isEqualTo(
            expected(
                "clientes_quarantine.csv",
                row ->
                    "%s, %s:%s, %s"
                        .formatted(
                            row.get("flow"), row.get("file"), row.get("line"), row.get("reason"))));
  }

  /** As {@link Tables} gives it. */
  private static String time(String instant) {
    return Instant.parse(instant).atOffset(java.time.ZoneOffset.UTC).toLocalDateTime().toString();
  }

  /** Numbers of rows by day, of days since the epoch. */
  private static Map<String, Long> days(List<String> rows) {
    return rows.stream()
        .collect(
            Collectors.groupingBy(
                day -> java.time.LocalDate.ofEpochDay(Long.parseLong(day)).toString(),
                TreeMap::new,
                Collectors.counting()));
  }

  private static List<String> expected(String file, Function<Map<String, String>, String> row)
      throws Exception {
    return csv(file).stream().map(row).map(values -> "[" + values + "]").sorted().toList();
  }

  private static List<Map<String, String>> csv(String file) throws Exception {
    CsvMapper mapper = new CsvMapper();
    try (MappingIterator<Map<String, String>> rows =
        mapper
            .readerForMapOf(String.class)
            .with(CsvSchema.emptySchema().withHeader())
            .with(CsvParser.Feature.EMPTY_UNQUOTED_STRING_AS_NULL)
            .readValues(CLIENTES.resolve("expected").resolve(file).toFile())) {
      return rows.readAll();
    }
  }
}
