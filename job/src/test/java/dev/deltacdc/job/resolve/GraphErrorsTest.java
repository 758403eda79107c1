/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What is wrong between the tables of a file, each at its place. */
class GraphErrorsTest {

  private static final String GOLD =
      "CREATE MATERIALIZED VIEW gold AS SELECT id, SUM(n) AS n FROM silver GROUP BY id;\n";
  private static final String SILVER =
      "CREATE STREAMING TABLE silver AS SELECT id, n, op FROM STREAM(bronze) WHERE n > 0;\n";
  private static final String BRONZE =
      "CREATE STREAMING TABLE bronze AS SELECT * FROM STREAM(s);\n";

  @Test
  void tablesStandInAnyOrder() {
    for (List<String> file :
        List.of(List.of(GOLD, SILVER, BRONZE), List.of(BRONZE, GOLD, SILVER))) {
      ResolvedPipeline pipeline = Resolving.pipeline(String.join("", file) + Resolving.SOURCE);

      assertThat(pipeline.targets())
          .extracting(target -> target.name().toString())
          .containsExactly("bronze", "silver", "gold");
    }
  }

  @Test
  void aMissingTableIsNamedOnceHoweverManyNeedIt() {
    Resolving.assertReported(
        GOLD + "CREATE STREAMING TABLE silver AS SELECT id, n, op FROM STREAM(^bronze);",
        "There is no table or view 'bronze'");
    Resolving.assertReported(
        "CREATE MATERIALIZED VIEW gold AS SELECT COUNT(*) AS c FROM ^bronze;",
        "There is no table or view 'bronze'");
  }

  @Test
  void whatAnErrorUpstreamLeavesUncheckedIsANotice() {
    List<String> errors =
        Resolving.errors(
            Resolving.SOURCE
                + GOLD
                + "CREATE STREAMING TABLE silver AS SELECT idd FROM STREAM(s);\n");

    assertThat(errors)
        .hasSize(2)
        .anyMatch(error -> error.contains("There is no column 'idd'"))
        .anyMatch(
            error ->
                error.contains("Not checked: what is read here, silver, has an error of its own"));
  }

  @Test
  void circlesGoThroughViewsAndTables() {
    Resolving.assertReported(
        """
        CREATE MATERIALIZED VIEW gold AS SELECT id FROM middle;
        CREATE TEMPORARY VIEW ^middle AS SELECT id FROM gold;
        """,
        "The view middle reads itself, by way of gold.");
  }

  @Test
  void anAmbiguousColumnIsNamed() {
    Resolving.assertReported(
        BRONZE
            + "CREATE MATERIALIZED VIEW g (PRIMARY KEY (id) NOT ENFORCED)"
            + " AS SELECT ^id FROM bronze AS a JOIN bronze AS b ON a.id = b.id;",
        "Two columns are named id");
  }

  @Test
  void typesAreCheckedAcrossTables() {
    Resolving.assertReported(
        BRONZE
            + SILVER
            + "CREATE MATERIALIZED VIEW ^g (id INT, op INT) AS SELECT id, op FROM silver;",
        "gives STRING for the column op INT");
  }

  @Test
  void aStreamOfAMaterializedViewIsNamed() {
    Resolving.assertReported(
        BRONZE + SILVER + GOLD + "CREATE STREAMING TABLE t AS SELECT id FROM STREAM(^gold);",
        "gold is a materialized view");
  }

  @Test
  void namesAreTakenOnce() {
    Resolving.assertReported(
        BRONZE + "CREATE MATERIALIZED VIEW ^Bronze AS SELECT id FROM s;",
        "The name Bronze is taken: a streaming table");
  }

  @Test
  void aTableThatNothingFillsIsNamed() {
    Resolving.assertReported(
        BRONZE + "CREATE STREAMING TABLE ^t; CREATE MATERIALIZED VIEW g AS SELECT id FROM t;",
        "No flow fills the table t");
  }
}
