/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.testdata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.job.cli.Cli;
import dev.deltacdc.testing.E2eFolder;
import dev.deltacdc.testing.TableContent;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Odd values of every type that can partition a table come back as they were, here and in the
 * readers module; what Delta has no form for is rejected, not made NULL.
 */
@Timeout(value = 4, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PartitionValuesITCase {

  private static final Map<String, String> COLUMNS =
      Columns.of(
          "id",
          "INT",
          "name",
          "STRING",
          "flag",
          "BOOLEAN",
          "tiny",
          "TINYINT",
          "small",
          "SMALLINT",
          "number",
          "INT",
          "big",
          "BIGINT",
          "single",
          "FLOAT",
          "ratio",
          "DOUBLE",
          "amount",
          "DECIMAL(10,2)",
          "day",
          "DATE",
          "at",
          "TIMESTAMP",
          "wall",
          "TIMESTAMP_NTZ");

  private static final String PIPELINE =
      """
      CREATE TABLE feed (id INT, name STRING, flag BOOLEAN, tiny TINYINT, small SMALLINT, number INT,
          big BIGINT, single FLOAT, ratio DOUBLE, amount DECIMAL(10, 2), `day` DATE,
          `at` TIMESTAMP_LTZ(6), wall TIMESTAMP(6))
        WITH ('connector' = 'filesystem', 'path' = 'feed.json', 'format' = 'json');
      CREATE STREAMING TABLE changed
        PARTITIONED BY (name, flag, tiny, small, number, big, single, ratio, amount, `day`, `at`, wall);
      CREATE FLOW changes AS AUTO CDC INTO changed FROM STREAM(feed) KEYS (id) SEQUENCE BY id;
      CREATE STREAMING TABLE added
        PARTITIONED BY (name, flag, tiny, small, number, big, single, ratio, amount, `day`, `at`, wall)
        AS SELECT * FROM STREAM(feed);
      """;

  private static final Object[][] VALUES = {
    {"name", " ", "a/b=c%20d", "São Paulo", "\uD83D\uDE00", "null", "__HIVE_DEFAULT_PARTITION__"},
    {"name", "line\nbreak", "\u0000", "水".repeat(100), "..", "\"quoted\"", "0"},
    {"flag", true, false},
    {"tiny", Byte.MIN_VALUE, Byte.MAX_VALUE},
    {"small", Short.MIN_VALUE, Short.MAX_VALUE},
    {"number", Integer.MIN_VALUE, Integer.MAX_VALUE},
    {"big", Long.MIN_VALUE, Long.MAX_VALUE},
    {"single", -0.0f, Float.MIN_VALUE, Float.MAX_VALUE, Float.NaN, Float.NEGATIVE_INFINITY},
    {"ratio", -0.0, Double.MIN_VALUE, Double.MAX_VALUE, Double.NaN, Double.POSITIVE_INFINITY},
    {"amount", new BigDecimal("-12345678.90"), new BigDecimal("0.00"), new BigDecimal("0.01")},
    {"day", LocalDate.of(1, 1, 1), LocalDate.of(1969, 12, 31), LocalDate.of(9999, 12, 31)},
    {
      "at",
      Instant.parse("0001-01-01T00:00:00Z"),
      Instant.parse("1969-12-31T23:59:59.999999Z"),
      // The hours that daylight saving skips and repeats in Lisbon.
      Instant.parse("2026-03-29T01:30:00.123456Z"),
      Instant.parse("2026-10-25T00:30:00Z"),
      Instant.parse("2026-10-25T01:30:00Z"),
      Instant.parse("9999-12-31T23:59:59.999999Z")
    },
    {
      "wall",
      LocalDateTime.parse("0001-01-01T00:00"),
      LocalDateTime.parse("2026-03-29T01:30:00.123456"),
      LocalDateTime.parse("9999-12-31T23:59:59.999999")
    }
  };

  /** One row for each value, all other partition columns NULL. */
  private static List<String> rows() {
    List<String> rows = new ArrayList<>();
    for (Object[] values : VALUES) {
      for (int i = 1; i < values.length; i++) {
        rows.add(row(rows.size(), (String) values[0], values[i]));
      }
    }
    return rows;
  }

  private static String row(int id, String column, Object value) {
    Map<String, Object> row = new LinkedHashMap<>();
    COLUMNS.keySet().forEach(name -> row.put(name, null));
    row.put("id", id);
    row.put(column, value instanceof LocalDateTime wall ? wall.toString() : value);
    return TableContent.line(row);
  }

  @Test
  void whatIsWrittenIsReadAndWhatCannotBeWrittenIsRejected() throws Exception {
    E2eFolder folder = E2eFolder.fresh("partitions");
    List<String> rows = rows();
    List<String> feed = new ArrayList<>(rows);
    feed.add(row(1000, "name", ""));
    Path file = Files.writeString(folder.path().resolve("pipeline.sql"), PIPELINE);
    Files.write(folder.path().resolve("feed.json"), feed);

    Cli run =
        Cli.run("run", file.toString(), "--lake", folder.lake().toString(), "--parallelism", "1");

    assertThat(run.code()).as(run.out() + run.err()).isZero();
    for (String table : List.of("changed", "added")) {
      folder.expect(table, COLUMNS, rows);
      SameRows.assertSame(TableContent.read(folder.table(table)), rows, run.out());
    }
    assertThat(TableContent.read(folder.table("partitions_quarantine")))
        .hasSize(2)
        .allSatisfy(
            rejected ->
                assertThat(rejected)
                    .contains("\"reason\":\"misfit\"")
                    .contains("column name: an empty text in a partition column"));

    Cli strict =
        Cli.run(
            "run",
            file.toString(),
            "--lake",
            folder.path().resolve("strict").toString(),
            "--set",
            "on-invalid=fail");
    assertThat(strict.code()).isEqualTo(1);
    assertThat(strict.err()).contains("an empty text in a partition column");
  }
}
