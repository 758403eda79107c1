/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.job.pipeline.TableName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tables that read other tables of the file go on from. */
class DownstreamGenerationsTest {

  private static final String BRONZE =
      """
      CREATE TABLE feed (id INT, op STRING, seq TIMESTAMP_LTZ(3))
        WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json');
      CREATE STREAMING TABLE bronze AS SELECT * FROM STREAM(feed);
      """;
  private static final String SILVER =
      """
      CREATE TEMPORARY VIEW clean (CONSTRAINT c EXPECT (id > 0) ON VIOLATION QUARANTINE)
        AS SELECT * FROM STREAM(bronze);
      CREATE STREAMING TABLE silver;
      CREATE FLOW apply AS AUTO CDC INTO silver FROM STREAM(clean) KEYS (id)
        APPLY AS DELETE WHEN op = 'D' SEQUENCE BY seq COLUMNS * EXCEPT (op);
      """;
  private static final String GOLD =
      "CREATE STREAMING TABLE gold AS SELECT id FROM STREAM(bronze);\n";
  private static final String MORE =
      "CREATE FLOW more AS INSERT INTO bronze SELECT * FROM STREAM(feed);\n";

  @TempDir Path temp;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(
        Files.createDirectories(temp.resolve("feed")).resolve("a.json"), "{\"id\":1}");
  }

  @Test
  void readersLeaveTheUidsOfTheirTableAlone() throws IOException {
    Set<String> alone = uids(BRONZE, StartPoint.NO_STATE);
    Set<String> read = uids(BRONZE + SILVER + GOLD, StartPoint.NO_STATE);

    assertThat(read)
        .containsAll(alone)
        .contains("table/bronze/columns", "flow/apply/events", "table/gold/sink/writer")
        .filteredOn(uid -> uid.startsWith("source/feed/read"))
        .hasSize(1);
    assertThat(uids(BRONZE + SILVER + GOLD, from(read))).isEqualTo(read);
  }

  @Test
  void aNewFlowIntoATableThatIsReadGivesItsRowsToTheReaders() throws IOException {
    Set<String> first = uids(BRONZE + SILVER, StartPoint.NO_STATE);
    Set<String> second = uids(BRONZE + SILVER + MORE, from(first));

    assertThat(second).containsAll(first).contains("flow/more/@1/expectations");
  }

  @Test
  void aNewReaderOfATableThatGoesOnIsRefused() throws IOException {
    Set<String> first = uids(BRONZE + SILVER, StartPoint.NO_STATE);

    assertRefused(
        BRONZE + SILVER + GOLD,
        from(first),
        "gold would lack the rows that bronze got before",
        "--full-refresh bronze --full-refresh silver --full-refresh gold");
    assertThat(uids(BRONZE + SILVER + GOLD, refreshing(first, "bronze", "silver", "gold")))
        .contains(
            "table/bronze/@1/sink/writer",
            "view/clean/@1/expectations",
            "table/silver/@1/order",
            "flow/gold/@1/expectations");
  }

  @Test
  void aTableIsRefreshedWithAllThatReadIt() throws IOException {
    String sql = BRONZE + SILVER;
    Set<String> first = uids(sql, StartPoint.NO_STATE);

    assertRefused(
        sql,
        refreshing(first, "bronze"),
        "would take rows a second time",
        "--full-refresh bronze --full-refresh silver");
    assertRefused(
        sql,
        refreshing(first, "silver"),
        "silver would lack the rows that bronze got before",
        "--full-refresh bronze --full-refresh silver");
    assertThat(uids(sql, refreshing(first, "bronze", "silver")))
        .contains("table/bronze/@1/sink/writer", "table/silver/@1/order");
  }

  /** One start that follows the advice is enough, however long the chain is. */
  @Test
  void theAdviceNamesAllThatStartTogether() throws IOException {
    String sql =
        BRONZE
            + SILVER
            + """
            CREATE STREAMING TABLE other AS SELECT id FROM STREAM(feed);
            CREATE MATERIALIZED VIEW joined AS
              SELECT s.id, COUNT(*) AS n FROM silver AS s JOIN other AS o ON s.id = o.id GROUP BY s.id;
            CREATE MATERIALIZED VIEW totals AS SELECT n, COUNT(*) AS ids FROM joined GROUP BY n;
            CREATE STREAMING TABLE alone AS SELECT id FROM STREAM(feed);
            """;
    Set<String> first = uids(sql, StartPoint.NO_STATE);
    String all =
        "--full-refresh bronze --full-refresh silver --full-refresh other --full-refresh joined"
            + " --full-refresh totals";

    assertRefused(sql, refreshing(first, "totals"), all);
    assertRefused(sql, refreshing(first, "joined", "totals", "silver", "bronze"), all);
    assertThatThrownBy(() -> uids(sql.replace("COUNT(*) AS ids", "SUM(id) AS ids"), from(first)))
        .hasMessageContaining(all + ". [changed-query]");
    assertThat(uids(sql, refreshing(first, "bronze", "silver", "other", "joined", "totals")))
        .contains("table/totals/@1/sink/writer", "table/alone/sink/writer");
  }

  @Test
  void theChangesOfATableAreMadeOnceForAllWhoReadThem() throws IOException {
    String audit = "CREATE STREAMING TABLE audit AS SELECT * FROM STREAM(silver);\n";
    Set<String> alone = uids(BRONZE + SILVER, StartPoint.NO_STATE);
    Set<String> read =
        uids(BRONZE + SILVER + audit + audit.replace("audit", "audit2"), StartPoint.NO_STATE);

    assertThat(alone).noneMatch(uid -> uid.endsWith("/changes"));
    assertThat(read)
        .containsAll(alone)
        .contains("table/silver/changes", "flow/audit2/expectations");
  }

  private void assertRefused(String sql, StartPoint start, String... parts) {
    assertThatThrownBy(() -> uids(sql, start))
        .isInstanceOfSatisfying(
            PipelineException.class,
            e -> assertThat(e.problems()).singleElement().asString().contains(parts));
  }

  private static StartPoint from(Set<String> uids) {
    return new StartPoint(Generations.in(uids), uids, Set.of(), Set.of(), true);
  }

  private static StartPoint refreshing(Set<String> uids, String... tables) {
    Set<TableName> names = Arrays.stream(tables).map(TableName::of).collect(Collectors.toSet());
    return new StartPoint(Generations.in(uids), uids, names, Set.of(), true);
  }

  private Set<String> uids(String sql, StartPoint start) throws IOException {
    return PlannedJob.uids(temp, sql, start);
  }
}
