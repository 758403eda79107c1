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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a changed pipeline goes on from, by the uids of its operators. */
class GenerationsTest {

  private static final String SOURCE =
      """
      CREATE TABLE feed (id INT, `value` STRING, seq TIMESTAMP_LTZ(3))
        WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'json');
      CREATE TEMPORARY VIEW changes (CONSTRAINT c EXPECT (id > 0) ON VIOLATION QUARANTINE)
        AS SELECT * FROM STREAM(feed);
      """;
  private static final String LATEST =
      """
      CREATE STREAMING TABLE latest;
      CREATE FLOW apply AS AUTO CDC INTO latest FROM STREAM(changes) KEYS (id) SEQUENCE BY seq;
      """;
  private static final String MORE =
      """
      CREATE FLOW more AS AUTO CDC INTO latest FROM STREAM(feed) KEYS (id) SEQUENCE BY seq;
      """;
  private static final String FACTS =
      "CREATE STREAMING TABLE facts AS SELECT id FROM STREAM(feed);\n";
  private static final String DAYS =
      "CREATE SNAPSHOT TABLE days SNAPSHOT OF latest EVERY DAY EVENT TIME seq;\n";

  @TempDir Path temp;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(
        Files.createDirectories(temp.resolve("feed")).resolve("a.json"), "{\"id\":1}");
  }

  @Test
  void anUnchangedPipelineGoesOnFromAllState() throws IOException {
    String sql = SOURCE + LATEST + FACTS + DAYS;
    Set<String> first = uids(sql, StartPoint.NO_STATE);

    assertThat(first).noneMatch(uid -> uid.contains("@"));
    assertThat(uids(sql, from(first))).isEqualTo(first);
  }

  @Test
  void aNewFlowReadsItsSourceApart() throws IOException {
    Set<String> first = uids(SOURCE + LATEST, StartPoint.NO_STATE);
    Set<String> second = uids(SOURCE + LATEST + MORE, from(first));

    assertThat(second).containsAll(first);
    assertThat(added(first, second))
        .contains("flow/more/@1/events", "source/feed/@1/read")
        .allMatch(uid -> uid.startsWith("flow/more/@1/") || uid.startsWith("source/feed/@1/"));
    assertThat(uids(SOURCE + LATEST + MORE, from(second))).isEqualTo(second);
  }

  @Test
  void aNewTableStartsWithoutStateAndReadsFromTheBeginning() throws IOException {
    Set<String> first = uids(SOURCE + LATEST, StartPoint.NO_STATE);
    Set<String> second = uids(SOURCE + LATEST + MORE, from(first));
    Set<String> third = uids(SOURCE + LATEST + MORE + FACTS, from(second));

    assertThat(third).containsAll(second);
    assertThat(added(second, third)).contains("table/facts/@2/sink/writer", "source/feed/@2/read");
  }

  @Test
  void whatIsRemovedTakesNothingWithIt() throws IOException {
    Set<String> first = uids(SOURCE + LATEST + MORE + FACTS, StartPoint.NO_STATE);
    Set<String> second = uids(SOURCE + LATEST, from(first));

    assertThat(first).containsAll(second);
    // What comes back is new.
    assertThat(uids(SOURCE + LATEST + FACTS, from(second))).contains("table/facts/@1/sink/writer");
  }

  @Test
  void aRefreshedTableAndItsSnapshotsLeaveTheirState() throws IOException {
    String sql = SOURCE + LATEST + DAYS + FACTS;
    Set<String> first = uids(sql, StartPoint.NO_STATE);
    Set<String> second = uids(sql, refreshing("latest", first, Set.of()));

    assertThat(added(first, second))
        .contains(
            "flow/apply/@1/events",
            "source/feed/@1/read",
            "view/changes/@1/expectations",
            "table/latest/@1/order",
            "table/days/@1/sink/writer")
        .noneMatch(uid -> uid.contains("facts"));
    assertThat(second).contains("source/feed/read", "table/facts/sink/writer");
    assertThat(second).noneMatch(uid -> uid.startsWith("table/latest/order"));
  }

  @Test
  void aRefreshThatHasBegunIsNotBegunAgain() throws IOException {
    String sql = SOURCE + LATEST;
    Set<String> first = uids(sql, StartPoint.NO_STATE);
    Set<String> second = uids(sql, refreshing("latest", first, Set.of()));

    assertThat(uids(sql, refreshing("latest", second, Set.of(TableName.of("latest")))))
        .isEqualTo(second);
  }

  @Test
  void aSnapshotOfATableThatGoesOnIsRefused() throws IOException {
    Set<String> first = uids(SOURCE + LATEST, StartPoint.NO_STATE);

    assertRefused(
        SOURCE + LATEST + DAYS,
        from(first),
        "Snapshot table days is new, but its table latest goes on from saved state",
        "--full-refresh latest",
        "[new-snapshot]");
    assertThat(uids(SOURCE + LATEST + DAYS, refreshing("latest", first, Set.of())))
        .contains("table/days/@1/sink/writer");
  }

  @Test
  void whatCannotBeRefreshedIsNamed() {
    assertRefused(
        SOURCE + LATEST + DAYS,
        refreshing("days", Set.of(), Set.of()),
        "Snapshot table days cannot be refreshed alone",
        "--full-refresh latest",
        "[snapshot-refresh]");
    assertRefused(
        SOURCE + LATEST,
        refreshing("lates", Set.of(), Set.of()),
        "has no table lates",
        "[unknown-refresh]");
  }

  @Test
  void aChangedQueryWithStateIsRefused() throws IOException {
    String query =
        """
        CREATE STREAMING TABLE facts AS SELECT a.id FROM STREAM(feed) AS a
          JOIN STREAM(feed) AS b ON a.id = b.id;
        """;
    String changed = query.replace("ON a.id = b.id", "ON a.seq = b.seq");
    Set<String> first = uids(SOURCE + query, StartPoint.NO_STATE);
    Set<String> planned =
        first.stream()
            .filter(uid -> uid.matches("flow/facts/[0-9a-f]{8}/\\d+"))
            .collect(Collectors.toSet());
    assertThat(planned).isNotEmpty();
    StartPoint start = new StartPoint(Generations.in(first), planned, Set.of(), Set.of(), true);

    assertThat(uids(SOURCE + query, start)).isEqualTo(first);
    assertRefused(
        SOURCE + changed, start, "The query of flow facts keeps state", "--full-refresh facts");
    assertThat(uids(SOURCE + changed, from(first))).as("without state it may").isNotEmpty();
  }

  @Test
  void namesCannotBeMistaken() {
    Map<String, Integer> known =
        Generations.in(
            Set.of(
                Generations.uid("flow", "a/b", 0) + "/events",
                Generations.uid("flow", "c", 3) + "/events",
                Generations.uid("flow", "d", 0) + "/@e"));
    assertThat(known).isEqualTo(Map.of("flow/a%2Fb", 0, "flow/c", 3, "flow/d", 0));
  }

  private Set<String> uids(String sql, StartPoint start) throws IOException {
    return PlannedJob.uids(temp, sql, start);
  }

  private static StartPoint from(Set<String> uids) {
    return new StartPoint(Generations.in(uids), Set.of(), Set.of(), Set.of(), true);
  }

  private static StartPoint refreshing(String table, Set<String> uids, Set<TableName> begun) {
    return new StartPoint(Generations.in(uids), Set.of(), Set.of(TableName.of(table)), begun, true);
  }

  private static Set<String> added(Set<String> before, Set<String> after) {
    Set<String> added = new HashSet<>(after);
    added.removeAll(before);
    return added;
  }

  private void assertRefused(String sql, StartPoint start, String... parts) {
    assertThatThrownBy(() -> uids(sql, start))
        .isInstanceOfSatisfying(
            PipelineException.class,
            e -> assertThat(e.problems()).singleElement().asString().contains(List.of(parts)));
  }
}
