/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.testdata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.job.cli.Cli;
import dev.deltacdc.testing.E2eFolder;
import dev.deltacdc.testing.TableContent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.util.FileUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/**
 * Reference flow 2: daily snapshots, all rows and changed rows, then a second delivery with late
 * events.
 */
@Timeout(value = 4, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ProdutosITCase {
  private static final int LATE_DAYS = 3;
  private static final Map<String, String> PRODUTO =
      Columns.of(
          "id",
          "STRING",
          "nome",
          "STRING",
          "stock",
          "INT",
          "price",
          "DOUBLE",
          "updated_at",
          "TIMESTAMP");
  private static final Map<String, String> DIARIO = with(PRODUTO, "snapshot_date", "DATE");
  private static final Map<String, String> ALTERACOES = with(DIARIO, "deleted", "BOOLEAN");

  private static final ProdutosFeed FEED = ProdutosFeed.generate();
  private static final ProdutosModel FIRST = new ProdutosModel(FEED.firstDelivery());
  private static E2eFolder folder;
  private static Path input;
  private static String output;

  @BeforeAll
  static void runFirst() throws Exception {
    folder = E2eFolder.fresh("produtos");
    input = folder.path().resolve("input");
    FileUtils.copy(
        new org.apache.flink.core.fs.Path(TestdataFolder.of("produtos").toUri()),
        new org.apache.flink.core.fs.Path(input.toUri()),
        false);
    run();
  }

  private static void run() {
    Cli run =
        Cli.run(
            "run",
            input.resolve("pipeline.sql").toString(),
            "--lake",
            folder.lake().toString(),
            "--parallelism",
            "2");
    output = run.out() + run.err();
    assertThat(run.code()).as(output).isZero();
  }

  @Test
  @Order(1)
  void theBaseTableHasTheCurrentState() {
    SameRows.assertSame(TableContent.read(folder.table("produtos")), current(FIRST), output);
  }

  @Test
  @Order(2)
  void everyDayHasAllRowsAtItsEnd() {
    List<String> rows = new ArrayList<>();
    Expected.days(ProdutosFeed.LAST_DAY).forEach(day -> rows.addAll(all(FIRST, day)));

    SameRows.assertSame(TableContent.read(folder.table("produtos_diario")), rows, output);
  }

  @Test
  @Order(3)
  void everyDayHasTheRowsThatChangedOnIt() {
    List<String> rows = new ArrayList<>();
    Expected.days(ProdutosFeed.LAST_DAY).forEach(day -> rows.addAll(changed(FIRST, day)));

    SameRows.assertSame(
        withoutContentOfDeleted(TableContent.read(folder.table("produtos_alteracoes"))),
        rows,
        output);
  }

  @Test
  @Order(4)
  void aSecondDeliveryCorrectsTheDaysInsideTheWindowOnly() throws Exception {
    List<String> tables = List.of("produtos", "produtos_diario", "produtos_alteracoes");
    Map<String, Map<Long, List<String>>> versions = new HashMap<>();
    for (String table : tables) {
      Path path = folder.table(table);
      versions.put(
          table,
          new HashMap<>(
              Map.of(0L, List.of(), TableContent.newestVersion(path), TableContent.read(path))));
    }
    Files.copy(input.resolve("late/2026-04-01.csv"), input.resolve("events/2026-04-01.csv"));
    run();

    List<ProdutoEvent> everything = new ArrayList<>(FEED.firstDelivery());
    everything.addAll(FEED.secondDelivery());
    ProdutosModel second = new ProdutosModel(everything);
    List<String> current = current(second);
    List<String> all = new ArrayList<>();
    List<String> changed = new ArrayList<>();
    for (LocalDate day : Expected.days(ProdutosFeed.LAST_DAY.plusDays(1))) {
      ProdutosModel model =
          day.isBefore(ProdutosFeed.LAST_DAY.minusDays(LATE_DAYS)) ? FIRST : second;
      all.addAll(all(model, day));
      changed.addAll(changed(model, day));
    }
    folder.expect("produtos", PRODUTO, current);
    folder.expect("produtos_diario", DIARIO, all);
    folder.expect(
        "produtos_alteracoes", ALTERACOES, TableContent.read(folder.table("produtos_alteracoes")));

    SameRows.assertSame(TableContent.read(folder.table("produtos")), current, output);
    SameRows.assertSame(TableContent.read(folder.table("produtos_diario")), all, output);
    SameRows.assertSame(
        withoutContentOfDeleted(TableContent.read(folder.table("produtos_alteracoes"))),
        changed,
        output);
    for (String table : tables) {
      folder.expectEveryVersion(table, versions.get(table));
    }
  }

  private static List<String> current(ProdutosModel model) {
    return model.current().values().stream().map(row -> TableContent.line(values(row))).toList();
  }

  private static List<String> all(ProdutosModel model, LocalDate day) {
    return model.endOf(day).values().stream()
        .map(
            row -> {
              Map<String, Object> values = values(row);
              values.put("snapshot_date", day);
              return TableContent.line(values);
            })
        .toList();
  }

  private static List<String> changed(ProdutosModel model, LocalDate day) {
    return model.changesOf(day).entrySet().stream()
        .map(
            change -> {
              Map<String, Object> values =
                  change.getValue().deleted()
                      ? new LinkedHashMap<>(Map.of("id", change.getKey()))
                      : values(change.getValue().row());
              values.put("snapshot_date", day);
              values.put("deleted", change.getValue().deleted());
              return TableContent.line(values);
            })
        .toList();
  }

  /** What a deleted row holds beside its key is not promised. */
  private static List<String> withoutContentOfDeleted(List<String> rows) {
    return rows.stream()
        .map(
            row ->
                row.endsWith("\"deleted\":true}")
                    ? row.replaceFirst("(\"id\":\"[^\"]*\"),.*(,\"snapshot_date\")", "$1$2")
                    : row)
        .toList();
  }

  private static Map<String, Object> values(Produto row) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("id", row.id());
    values.put("nome", row.nome());
    values.put("stock", row.stock());
    values.put("price", row.price());
    values.put("updated_at", row.updatedAt());
    return values;
  }

  private static Map<String, String> with(Map<String, String> columns, String name, String type) {
    Map<String, String> more = new LinkedHashMap<>(columns);
    more.put(name, type);
    return more;
  }
}
