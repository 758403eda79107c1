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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reference flow 3: {@code deltacdc run testdata/pedidos/pipeline.sql}. */
@Timeout(value = 4, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PedidosITCase {
  private static final Path PIPELINE = TestdataFolder.of("pedidos").resolve("pipeline.sql");
  private static final Map<String, String> GOLD =
      Columns.of(
          "order_id",
          "BIGINT",
          "customer_id",
          "INT",
          "amount",
          "DECIMAL(10,2)",
          "ordered_at",
          "TIMESTAMP",
          "name",
          "STRING",
          "city",
          "STRING",
          "segment",
          "STRING");

  private static final PedidosModel MODEL = new PedidosModel(PedidosFeed.generate());
  private static E2eFolder folder;
  private static Cli run;

  @BeforeAll
  static void run() throws Exception {
    folder = E2eFolder.fresh("pedidos");
    run =
        Cli.run(
            "run", PIPELINE.toString(), "--lake", folder.lake().toString(), "--parallelism", "2");
    assertThat(run.code()).as(run.out() + run.err()).isZero();
  }

  @Test
  void currentGoldHasTheCustomersAsTheyAreNow() throws Exception {
    List<String> rows = MODEL.goldNow();
    folder.expect("gold_pedidos_atual", GOLD, rows);

    SameRows.assertSame(TableContent.read(folder.table("gold_pedidos_atual")), rows, run.out());
  }

  @Test
  void pointInTimeGoldHasTheCustomersAsTheyWereWhenTheOrderWasPlaced() throws Exception {
    List<String> rows = MODEL.goldThen();
    folder.expect("gold_pedidos_na_data", GOLD, rows);

    SameRows.assertSame(TableContent.read(folder.table("gold_pedidos_na_data")), rows, run.out());
  }

  @Test
  void theTwoDifferWhereCustomersHaveChangedSince() {
    Set<String> differ = new HashSet<>(MODEL.goldThen());
    int orders = differ.size();
    differ.removeAll(Set.copyOf(MODEL.goldNow()));

    assertThat(differ).hasSizeBetween(orders / 4, orders - 10);
  }

  @Test
  void aViewOfAViewSumsIt() {
    assertThat(TableContent.read(folder.table("gold_vendas_por_segmento")))
        .containsExactlyInAnyOrderElementsOf(MODEL.sales())
        .anyMatch(row -> row.contains("\"segment\":null"));
  }

  @Test
  void silverLeavesOutWhatCannotBeRight() {
    assertThat(TableContent.read(folder.table("silver_pedidos")))
        .hasSize(MODEL.silver().size())
        .noneMatch(row -> row.contains("\"amount\":-"));
    assertThat(TableContent.read(folder.table("pedidos_quarantine")))
        .hasSize(MODEL.quarantined().size())
        .allSatisfy(row -> assertThat(row).contains("expectation:has_", "part-"));
    assertThat(run.out())
        .contains(
            "expectation positive_amount of flow silver_pedidos: violated",
            "expectation usual_amount of flow silver_pedidos: violated");
  }

  @Test
  void theColumnsOfTheOperationAreNotThoseOfTheCustomer() {
    assertThat(TableContent.columns(folder.table("clientes_atual")).keySet())
        .containsExactly("customer_id", "name", "city", "segment");
    assertThat(TableContent.columns(folder.table("clientes_historico")).keySet())
        .containsExactly("customer_id", "name", "city", "segment", "__START_AT", "__END_AT");
  }
}
