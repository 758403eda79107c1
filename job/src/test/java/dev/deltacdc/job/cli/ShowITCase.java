/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.delta.TableCommit;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import dev.deltacdc.testing.E2eFolder;
import dev.deltacdc.testing.TableContent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ShowITCase {
  private static Path lake;

  @BeforeAll
  static void write() throws Exception {
    E2eFolder folder = E2eFolder.fresh("show");
    lake = folder.lake();
    SampleTable.write(lake.resolve("sales/orders"));
    // The other readers must see the same, types included.
    folder.expect(
        "sales/orders", SampleTable.COLUMNS, TableContent.read(lake.resolve("sales/orders")));
  }

  private static Cli show(String... args) {
    String[] all = new String[args.length + 4];
    System.arraycopy(args, 0, all, 4, args.length);
    all[0] = "show";
    all[1] = "sales.orders";
    all[2] = "--lake";
    all[3] = lake.toString();
    return Cli.run(all);
  }

  @Test
  void aTableEndsWithTheNumberOfRowsAndLeavesOutDeletedOnes() {
    Cli shown = show("--limit", "4");

    assertThat(shown.code()).as(shown.err()).isZero();
    assertThat(shown.out())
        .isEqualTo(
            """
            +-----+---------------+---------+------------+-----------------------------+----------------------------+-----------+-------+-----------+
            |  id | name          |  amount | day        | at                          | wall                       | raw       | even  | list      |
            +-----+---------------+---------+------------+-----------------------------+----------------------------+-----------+-------+-----------+
            | 100 | name 100      | 1234.50 | 2026-01-03 | 2026-01-02 03:04:05.000006Z | 2026-01-02 03:04:05.000006 | raw é 100 | true  | [100,101] |
            | 101 | NULL          |    NULL | NULL       | NULL                        | NULL                       | NULL      | NULL  | NULL      |
            | 102 | São "x", y\\nz | 1234.50 | 2026-01-02 | 2026-01-02 03:04:05.000006Z | 2026-01-02 03:04:05.000006 | raw é 102 | true  | [102,103] |
            | 103 | name 103      | 1234.50 | 2026-01-03 | 2026-01-02 03:04:05.000006Z | 2026-01-02 03:04:05.000006 | 0xff01    | false | [103,104] |
            +-----+---------------+---------+------------+-----------------------------+----------------------------+-----------+-------+-----------+
            4 of 1,400 rows
            """);
  }

  @Test
  void csvAndJsonKeepNullApartFromText() {
    assertThat(show("--limit", "3", "--format", "csv").lines())
        .startsWith("id,name,amount,day,at,wall,raw,even,list")
        .contains("101,,,,,,,,")
        .contains("102,\"São \"\"x\"\", y");
    assertThat(show("--limit", "2", "--format", "JSON").lines())
        .contains(
            "{\"id\":101,\"name\":null,\"amount\":null,\"day\":null,\"at\":null,\"wall\":null,\"raw\":null,\"even\":null,\"list\":null}")
        .anyMatch(
            line -> line.contains("\"amount\":1234.50") && line.contains("\"list\":[100,101]"));
  }

  @Test
  void anOlderVersionHasTheDeletedRows() {
    assertThat(show("--count").out()).isEqualTo("1400\n");
    assertThat(show("--count", "--version", "1").out()).isEqualTo("1500\n");
    assertThat(show("--version", "0").out()).endsWith("0 rows\n");
  }

  @Test
  void columnsWithTheNamesOfKeywordsAreColumns(@TempDir Path folder) {
    RowType keywords =
        RowType.of(
            new LogicalType[] {new IntType(), new IntType()}, new String[] {"rows", "select"});
    TableStore store = TableStore.open(folder.resolve("order").toString(), Map.of());
    TableSnapshot empty =
        store.createOrCheck(DeltaTable.of(folder.resolve("order").toString(), keywords), false);
    TableCommit commit = empty.newCommit();
    List<RowData> rows = List.of(GenericRowData.of(7, 1), GenericRowData.of(7, 2));
    empty
        .dataFileWriter(keywords, 1L << 30)
        .write(Map.of(), rows.iterator())
        .forEach(f -> commit.add(f, null));
    commit.commit();
    String[] table = {"show", "order", "--lake", folder.toString()};

    assertThat(Cli.run(with(table, "--count", "--by", "rows", "--format", "csv")).out())
        .isEqualTo("rows,rows_\n7,2\n");
    assertThat(Cli.run(with(table, "--count", "--where", "`select` > 1")).out()).isEqualTo("1\n");
  }

  private static String[] with(String[] first, String... more) {
    return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void aVersionThatIsNotThereIsAClearError() {
    Cli shown = show("--version", "9");

    assertThat(shown.code()).isEqualTo(2);
    assertThat(shown.err()).isEqualTo("The table has no version 9 yet; its newest is 2.\n");
  }

  @Test
  void whereIsFlinkSql() {
    Cli shown = show("--where", "id BETWEEN 120 AND 130 AND name LIKE '%5' -- a comment");

    assertThat(shown.code()).as(shown.err()).isZero();
    assertThat(shown.out()).contains("name 125").endsWith("1 row\n");
    assertThat(show("--where", "MOD(id, 2) = 0", "--limit", "3").out()).endsWith("3 of 700 rows\n");
  }

  @Test
  void whereComparesInstantsAndAsksTheTableItself() {
    Cli shown =
        show(
            "--where",
            "`at` > TO_TIMESTAMP_LTZ(0, 3) AND `raw` IS NOT NULL AND id >= (SELECT MAX(id) - 9 FROM orders)",
            "--count");

    assertThat(shown.out()).as(shown.err()).isEqualTo("10\n");
  }

  @Test
  void aWrongConditionNamesItsPlace() {
    Cli unknown = show("--where", "id > 5 AND nome = 'x'");
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err())
        .startsWith("--where, column 12: ")
        .contains("nome")
        .doesNotContain("\tat ");

    Cli unparsed = show("--where", "id > > 5");
    assertThat(unparsed.code()).isEqualTo(2);
    assertThat(unparsed.err()).startsWith("--where, column ").doesNotContain("\tat ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nome = 'x'|--where, column 1: There is no column 'nome'. Did you mean name?",
        "zzz = 'x'|There is no column 'zzz'. The table has id, name, amount, ",
        "id =|The condition is not finished.",
        "id = 'x'|INTEGER and CHAR are not compared. Write a value of the column's type",
        "id = 'x' AND TRUE|are not compared",
      })
  void aWrongConditionSaysWhatToDo(String condition, String message) {
    for (String kind : List.of("--count", "--limit=3")) {
      Cli shown = show("--where", condition, kind);
      assertThat(shown.code()).isEqualTo(2);
      assertThat(shown.err()).contains(message).doesNotContain("\tat ").doesNotContain("..");
    }
  }

  @Test
  void aWrongColumnOfByIsNamed() {
    Cli shown = show("--count", "--by", "day,evn");
    assertThat(shown.code()).isEqualTo(2);
    assertThat(shown.err()).isEqualTo("--by: There is no column 'evn'. Did you mean even?\n");
  }

  @Test
  void countsAreLimitedOnRequest() {
    assertThat(show("--count", "--by", "id", "--limit", "2").out()).endsWith("2 of 1,400 rows\n");
    assertThat(show("--count", "--by", "day").out()).endsWith("\n4 rows\n");
  }

  @Test
  void countsPerValue() {
    assertThat(
            show("--count", "--by", "day,even", "--format", "csv", "--where", "id < 110").lines())
        .containsExactly(
            "day,even,rows",
            ",,1",
            "2026-01-02,false,1",
            "2026-01-02,true,2",
            "2026-01-03,false,2",
            "2026-01-03,true,2",
            "2026-01-04,false,1",
            "2026-01-04,true,1");
  }

  @Test
  void whatIsNoTableIsNamed() throws Exception {
    Cli absent = Cli.run("show", "nothing", "--lake", lake.toString());
    assertThat(absent.code()).isEqualTo(2);
    assertThat(absent.err()).contains("There is no Delta table at " + lake.resolve("nothing"));

    assertThat(absent.err()).contains("The lake has sales.orders.");
    assertThat(Cli.run("show", "sales.ordrs", "--lake", lake.toString()).err())
        .contains("Did you mean sales.orders?");
    assertThat(Cli.run("show", "Sales.Orders", "--lake", lake.toString()).err())
        .contains("Did you mean sales.orders?");
    assertThat(Cli.run("show", "t", "--lake", lake.resolve("none").toString()).err())
        .contains("There is no folder " + lake.resolve("none"));
    assertThat(Cli.run("show", "t", "--lake", lake.resolve("sales/orders/x").toString()).err())
        .contains("--lake");
    assertThat(Cli.run("show", "a..b").err()).contains("a..b");
    assertThat(Cli.run("show", "a.b.c.d").code()).isEqualTo(2);
    assertThat(Cli.run("show", Files.createDirectory(lake.resolve("empty")).toString()).err())
        .contains("no Delta table");
  }

  @Test
  void aPathIsATableToo() {
    assertThat(Cli.run("show", lake.resolve("sales/orders").toUri().toString(), "--count").out())
        .isEqualTo("1400\n");
  }
}
