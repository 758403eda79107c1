/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.testdata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.delta.LiveFile;
import dev.deltacdc.delta.TableStore;
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
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Every type, and every type that can partition a table, from JSON lines through a pipeline into an
 * upsert table and append tables. Other readers then find the same.
 */
@Timeout(value = 4, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TypesITCase {
  private static final int IDS = 40;

  private static final String PIPELINE =
      """
      SET 'pipeline.name' = 'types';
      -- Files of few rows, so that some lose a part of them.
      SET 'sink.buffer.rows' = '20';
      CREATE TABLE feed (
          id INT, bool BOOLEAN, tiny TINYINT, small SMALLINT, big BIGINT, flt FLOAT, dbl DOUBLE,
          dec10 DECIMAL(10, 2), dec38 DECIMAL(38, 4), chr CHAR(3), vch VARCHAR(9), str STRING,
          bin BINARY(2), byt BYTES, dat DATE, ntz TIMESTAMP(6), ltz TIMESTAMP_LTZ(6),
          arr ARRAY<STRING>, mp MAP<STRING, INT>, rw ROW<a INT, b ROW<c STRING>>,
          seq BIGINT, op STRING)
        WITH ('connector' = 'filesystem', 'path' = 'feed.json', 'format' = 'json');
      CREATE TABLE far (id INT, dat DATE, ntz TIMESTAMP(6), ltz TIMESTAMP_LTZ(6))
        WITH ('connector' = 'filesystem', 'path' = 'far.json', 'format' = 'json');

      CREATE STREAMING TABLE upserted;
      CREATE FLOW upserts AS AUTO CDC INTO upserted FROM STREAM(feed)
        KEYS (id) APPLY AS DELETE WHEN op = 'D' SEQUENCE BY seq COLUMNS * EXCEPT (op);

      CREATE STREAMING TABLE appended AS
        SELECT id, bool, tiny, small, big, flt, dbl, dec10, dec38, chr, vch, str, bin, byt, dat, ntz,
          ltz, arr, mp, rw, seq FROM STREAM(feed);
      CREATE STREAMING TABLE by_text PARTITIONED BY (str) AS SELECT id, str, seq FROM STREAM(feed);
      CREATE STREAMING TABLE by_values
        PARTITIONED BY (bool, tiny, small, big, flt, dbl, dec10, dat, ntz, ltz) AS
        SELECT id, bool, tiny, small, big, flt, dbl, dec10, dat, ntz, ltz, seq FROM STREAM(feed)
        WHERE id < 14;
      CREATE STREAMING TABLE far_times AS SELECT id, dat, ntz, ltz FROM STREAM(far);
      """;

  /** Spark's types. */
  private static final Map<String, String> COLUMNS =
      Columns.of(
          "id", "INT",
          "bool", "BOOLEAN",
          "tiny", "TINYINT",
          "small", "SMALLINT",
          "big", "BIGINT",
          "flt", "FLOAT",
          "dbl", "DOUBLE",
          "dec10", "DECIMAL(10,2)",
          "dec38", "DECIMAL(38,4)",
          "chr", "STRING",
          "vch", "STRING",
          "str", "STRING",
          "bin", "BINARY",
          "byt", "BINARY",
          "dat", "DATE",
          "ntz", "TIMESTAMP_NTZ",
          "ltz", "TIMESTAMP",
          "arr", "ARRAY<STRING>",
          "mp", "MAP<STRING, INT>",
          "rw", "STRUCT<a: INT, b: STRUCT<c: STRING>>",
          "seq", "BIGINT");

  /** Texts that paths, JSON or SQL could bend. */
  private static final List<String> TEXTS =
      Arrays.asList(
          null,
          "a b",
          "x/y",
          "50%",
          "%41",
          "k=v",
          "p:q",
          "ç é",
          "e\u0301",
          "\uD83D\uDE00",
          "#?&+",
          "a\\b",
          "'\"`",
          "NULL",
          "null",
          " ",
          "tab\tline\nend",
          "{}[]",
          "~!@$^*()",
          "ÿ\u0080");

  private static final List<Map<String, Object>> EVENTS = events();
  private static final List<Map<String, Object>> FAR = far();

  private static E2eFolder folder;

  @BeforeAll
  static void run() throws Exception {
    folder = E2eFolder.fresh("types");
    Path file = Files.writeString(folder.path().resolve("types.sql"), PIPELINE);
    Files.write(
        folder.path().resolve("feed.json"), EVENTS.stream().map(TableContent::line).toList());
    Files.write(folder.path().resolve("far.json"), FAR.stream().map(TableContent::line).toList());
    String lake = folder.lake().toString();
    Cli run = Cli.run("run", file.toString(), "--lake", lake, "--parallelism", "1");
    assertThat(run.code()).as(run.out() + run.err()).isZero();
    assertThat(TableContent.read(folder.table("types_quarantine"))).isEmpty();
  }

  /** Inserts, then updates of every third row, then deletes of every fifth. */
  private static List<Map<String, Object>> events() {
    List<Map<String, Object>> events = new ArrayList<>();
    for (int id = 0; id < IDS; id++) {
      events.add(event(id, id, "I"));
    }
    for (int id = 0; id < IDS; id += 3) {
      events.add(event(id, id + 1, "U"));
    }
    for (int id = 0; id < IDS; id += 5) {
      events.add(event(id, id + 2, "D"));
    }
    for (int i = 0; i < events.size(); i++) {
      events.get(i).put("seq", (long) i);
    }
    return events;
  }

  /**
   * An event.
   *
   * @param variant which values it has
   */
  private static Map<String, Object> event(int id, int variant, String op) {
    Map<String, Object> event = new LinkedHashMap<>();
    COLUMNS.keySet().forEach(column -> event.put(column, null));
    event.put("id", id);
    event.put("op", op);
    String text = TEXTS.get(variant % TEXTS.size());
    event.put("str", text);
    if (variant % 10 == 3) {
      return event;
    }
    LocalDateTime time = LocalDateTime.parse("1969-12-31T23:59:59.999999").plusHours(variant * 7L);
    event.put("bool", variant % 2 == 0);
    event.put("tiny", variant % 3 == 0 ? Byte.MIN_VALUE : (byte) variant);
    event.put("small", variant % 3 == 0 ? Short.MAX_VALUE : (short) -variant);
    event.put("big", variant % 3 == 0 ? Long.MIN_VALUE : variant * 10_000_000_000L);
    event.put("flt", variant % 3 == 0 ? Float.MAX_VALUE : variant / 8f);
    event.put("dbl", variant % 3 == 0 ? Double.MIN_VALUE : -variant / 10.0);
    event.put("dec10", BigDecimal.valueOf(variant % 3 == 0 ? -9_999_999_999L : variant, 2));
    event.put("dec38", new BigDecimal("9999999999999999999999999999999999.000" + variant % 10));
    event.put("chr", "ab ");
    event.put("vch", "ção" + variant);
    event.put("bin", new byte[] {0, (byte) -variant});
    event.put("byt", new byte[variant % 4]);
    event.put("dat", LocalDate.parse("2024-02-29").plusDays(variant));
    event.put("ntz", time);
    event.put("ltz", Instant.parse("2026-03-29T00:59:59.999999Z").plusSeconds(variant * 600L));
    event.put("arr", Arrays.asList(text, null, "é"));
    event.put("mp", new TreeMap<>(Map.of("k", variant, "ü", 1)));
    Map<String, Object> inner = new LinkedHashMap<>();
    inner.put("c", text);
    Map<String, Object> outer = new LinkedHashMap<>();
    outer.put("a", variant % 4 == 0 ? null : variant);
    outer.put("b", inner);
    event.put("rw", outer);
    return event;
  }

  /** Where calendars and clocks changed, and the ends of what SQL allows. */
  private static List<Map<String, Object>> far() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (String time :
        List.of(
            "0001-01-01T00:00:00.000001",
            "1582-10-04T23:59:59.999999",
            "1582-10-10T12:00:00.000001",
            "1899-12-31T23:59:59.999999",
            "1911-12-31T23:23:14.999999",
            "9999-12-31T23:59:59.999999")) {
      LocalDateTime local = LocalDateTime.parse(time);
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("id", rows.size());
      row.put("dat", local.toLocalDate());
      row.put("ntz", local);
      row.put("ltz", Instant.parse(time + "Z"));
      rows.add(row);
    }
    return rows;
  }

  private static List<String> rows(Iterable<Map<String, Object>> events, Iterable<String> columns) {
    List<String> rows = new ArrayList<>();
    for (Map<String, Object> event : events) {
      Map<String, Object> row = new LinkedHashMap<>();
      columns.forEach(column -> row.put(column, event.get(column)));
      rows.add(TableContent.line(row));
    }
    return rows;
  }

  private static Map<String, String> columns(String... names) {
    Map<String, String> columns = new LinkedHashMap<>();
    Stream.of(names).forEach(name -> columns.put(name, COLUMNS.get(name)));
    return columns;
  }

  private static void check(
      String table, Map<String, String> columns, Iterable<Map<String, Object>> events)
      throws Exception {
    List<String> rows = rows(events, columns.keySet());
    folder.expect(table, columns, rows);
    assertThat(TableContent.read(folder.table(table))).containsExactlyInAnyOrderElementsOf(rows);
  }

  private static long files(String table, Predicate<LiveFile> which) {
    List<LiveFile> files = new ArrayList<>();
    TableStore.open(folder.table(table).toString(), Map.of()).latest().forEachLiveFile(files::add);
    return files.stream().filter(which).count();
  }

  @Test
  void anUpsertTableKeepsEveryValue() throws Exception {
    Map<Integer, Map<String, Object>> rows = new LinkedHashMap<>();
    for (Map<String, Object> event : EVENTS) {
      if (event.get("op").equals("D")) {
        rows.remove(event.get("id"));
      } else {
        rows.put((Integer) event.get("id"), event);
      }
    }
    check("upserted", COLUMNS, rows.values());
    assertThat(files("upserted", file -> file.vector() != null)).isPositive();
  }

  @Test
  void anAppendTableKeepsEveryValue() throws Exception {
    check("appended", COLUMNS, EVENTS);
  }

  @Test
  void anyTextMayBeAPartition() throws Exception {
    check("by_text", columns("id", "str", "seq"), EVENTS);
    assertThat(files("by_text", file -> true)).isGreaterThanOrEqualTo(TEXTS.size());
  }

  @Test
  void everyTypeOfAPartitionKeepsItsValues() throws Exception {
    check(
        "by_values",
        columns(
            "id", "bool", "tiny", "small", "big", "flt", "dbl", "dec10", "dat", "ntz", "ltz",
            "seq"),
        EVENTS.stream().filter(event -> (int) event.get("id") < 14).toList());
  }

  @Test
  void farTimesAreNotMovedByAnyCalendar() throws Exception {
    check("far_times", columns("id", "dat", "ntz", "ltz"), FAR);
  }
}
