/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.testdata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.job.cli.Cli;
import dev.deltacdc.testing.E2eFolder;
import dev.deltacdc.testing.TableContent;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/** Reference flow 1: {@code deltacdc run testdata/clientes/pipeline.sql}, twice on one lake. */
@Timeout(value = 4, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClientesITCase {
  private static final ZoneId LISBON = ZoneId.of("Europe/Lisbon");
  private static final Path PIPELINE = TestdataFolder.of("clientes").resolve("pipeline.sql");

  private static final ClientesFeed FEED = ClientesFeed.generate();
  private static final ClientesModel MODEL = new ClientesModel(FEED);
  private static E2eFolder folder;
  private static Cli run;

  @BeforeAll
  static void run() throws Exception {
    folder = E2eFolder.fresh("clientes");
    run = runAgain();
    assertThat(run.code()).as(run.out() + run.err()).isZero();
  }

  private static Cli runAgain() {
    return Cli.run(
        "run", PIPELINE.toString(), "--lake", folder.lake().toString(), "--parallelism", "2");
  }

  private static List<String> currentRows() {
    return MODEL.current().stream().map(row -> TableContent.line(values(row))).toList();
  }

  private static List<String> dailyRows() {
    List<String> rows = new ArrayList<>();
    for (LocalDate day : days()) {
      for (Cliente row : MODEL.endOf(day, LISBON)) {
        Map<String, Object> values = values(row);
        values.put("snapshot_date", day);
        rows.add(TableContent.line(values));
      }
    }
    return rows;
  }

  private static List<LocalDate> days() {
    return ClientesFeed.FIRST_DAY
        .datesUntil(ClientesFeed.FIRST_DAY.plusDays(ClientesFeed.DAYS))
        .toList();
  }

  private static Map<String, Object> values(Cliente row) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("id", row.id());
    values.put("valor", row.valor());
    values.put("updated_at", row.updatedAt());
    return values;
  }

  @Test
  @Order(1)
  void everyIdHasTheEventWithTheGreatestTime() throws Exception {
    List<String> rows = currentRows();
    assertThat(rows).hasSize(10_090);
    folder.expect(
        "clientes", Columns.of("id", "INT", "valor", "STRING", "updated_at", "TIMESTAMP"), rows);

    SameRows.assertSame(TableContent.read(folder.table("clientes")), rows, run.out());
  }

  @Test
  @Order(2)
  void everyDayHasTheStateAtItsEnd() throws Exception {
    List<String> rows = dailyRows();
    folder.expect(
        "clientes_diario",
        Columns.of(
            "id", "INT", "valor", "STRING", "updated_at", "TIMESTAMP", "snapshot_date", "DATE"),
        rows);

    SameRows.assertSame(TableContent.read(folder.table("clientes_diario")), rows, run.out());
  }

  @Test
  @Order(3)
  void everyInvalidEventIsInQuarantineWithItsPlaceAndBytes() throws Exception {
    List<String> rows = TableContent.read(folder.table("clientes_quarantine"));
    folder.expect("clientes_quarantine", Columns.QUARANTINE, rows);

    assertThat(rows.stream().map(ClientesITCase::rejection))
        .containsExactlyInAnyOrderElementsOf(
            FEED.rejected().stream().map(ClientesITCase::rejection).toList());
  }

  private static String rejection(Rejected rejected) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("flow", rejected.flow());
    values.put("source", "feed");
    values.put("position", rejected.file() + ":" + rejected.line());
    values.put("reason", rejected.reason());
    values.put("raw", rejected.raw());
    return TableContent.line(values);
  }

  /** Without the message and the file's time, which no model foresees. */
  private static String rejection(String row) {
    return row.replaceFirst("\"message\":\"(?:[^\"\\\\]|\\\\.)*\",", "")
        .replaceFirst(",\"time\":[^}]*", "");
  }

  @Test
  @Order(4)
  void theCountsOfTheSummaryReconcile() {
    long rejected = FEED.rejected().size();

    assertThat(line("source initial")).startsWith(10_000L, 0L);
    assertThat(line("source feed").get(0)).isEqualTo(FEED.feedLines());
    assertThat(
            line("source feed").get(1)
                + line("view changes").get(1)
                + line("flow clientes_cdc into clientes").get(1))
        .isEqualTo(rejected);
    // read = applied + stale + duplicate + rejected
    List<Long> table = line("clientes");
    assertThat(table.get(0) + table.get(1) + table.get(2))
        .isEqualTo(FEED.initial().size() + FEED.feedLines() - rejected);
    assertThat(run.out()).containsPattern("rejected by view changes: expectation:known_op 12\\b");
  }

  /** The figures behind a title in the summary. */
  private static List<Long> line(String title) {
    String line =
        run.out()
            .lines()
            .filter(l -> l.startsWith(title + " "))
            .reduce((first, last) -> last)
            .orElseThrow(() -> new AssertionError(title + " is missing in\n" + run.out()));
    List<Long> figures = new ArrayList<>();
    Matcher number = Pattern.compile("(?<=\\s)[\\d,]+(?=\\s|$)").matcher(line);
    while (number.find()) {
      figures.add(Long.parseLong(number.group().replace(",", "")));
    }
    return figures;
  }

  @Test
  @Order(5)
  void theChecksThatPeopleRunHold() {
    assertThat(show("clientes", "--count").out()).isEqualTo("10090\n");
    assertThat(show("clientes", "--limit", "20").out()).endsWith("20 of 10,090 rows\n");
    assertThat(
            show("clientes_diario", "--count", "--by", "snapshot_date", "--format", "csv").lines())
        .containsExactlyElementsOf(
            java.util.stream.Stream.concat(
                    java.util.stream.Stream.of("snapshot_date,rows"),
                    days().stream().map(day -> day + "," + MODEL.endOf(day, LISBON).size()))
                .toList());
    assertThat(
            show(
                    "clientes_diario",
                    "--where",
                    "(id, snapshot_date) IN (SELECT id, snapshot_date FROM clientes_diario GROUP BY id, snapshot_date HAVING COUNT(*) > 1)",
                    "--count")
                .out())
        .isEqualTo("0\n");
    assertThat(
            show(
                    "clientes_diario",
                    "--where",
                    "snapshot_date = (SELECT MAX(snapshot_date) FROM clientes_diario)",
                    "--count")
                .out())
        .isEqualTo("10090\n");
  }

  private static Cli show(String... args) {
    List<String> all = new ArrayList<>(List.of("show"));
    all.addAll(List.of(args));
    all.addAll(List.of("--lake", folder.lake().toString()));
    Cli shown = Cli.run(all.toArray(String[]::new));
    assertThat(shown.code()).as(shown.err()).isZero();
    return shown;
  }

  @Test
  @Order(6)
  void aSecondRunOnTheSameLakeLeavesTheSameTables() throws Exception {
    Map<String, List<String>> tables =
        Map.of(
            "clientes", currentRows(),
            "clientes_diario", dailyRows(),
            "clientes_quarantine", TableContent.read(folder.table("clientes_quarantine")));
    Map<String, Map<Long, List<String>>> versions = new HashMap<>();
    for (String table : tables.keySet()) {
      long version = TableContent.newestVersion(folder.table(table));
      versions.put(table, new HashMap<>(Map.of(0L, List.of(), version, tables.get(table))));
    }

    Cli again = runAgain();

    assertThat(again.code()).as(again.out() + again.err()).isZero();
    for (String table : tables.keySet()) {
      SameRows.assertSame(
          TableContent.read(folder.table(table)), tables.get(table), table + "\n" + again.out());
      versions.get(table).put(TableContent.newestVersion(folder.table(table)), tables.get(table));
      folder.expectEveryVersion(table, versions.get(table));
    }
  }
}
