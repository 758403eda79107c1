/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a changed pipeline may do to the tables that it wrote before, and what it may not. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ContractITCase {
  private static final String PIPELINE =
      """
      CREATE TABLE feed (id INT, region STRING, v STRING, seq BIGINT, changed_at TIMESTAMP_LTZ(6))
        WITH ('connector' = 'filesystem', 'path' = 'feed.json', 'format' = 'json');
      CREATE STREAMING TABLE target;
      CREATE FLOW one AS AUTO CDC INTO target FROM STREAM(feed) KEYS (id) SEQUENCE BY changed_at;
      CREATE SNAPSHOT TABLE days SNAPSHOT OF target EVERY DAY EVENT TIME changed_at
        TIME ZONE 'Europe/Lisbon' START DATE '2026-01-01' ROWS ALL;
      """;

  private static final String MORE =
      """
      CREATE STREAMING TABLE more;
      CREATE FLOW two AS INSERT INTO more SELECT id, v FROM STREAM(feed);
      """;

  private static final String KEYS = "deltacdc.keys";

  @TempDir private Path folder;
  private Path lake;
  private String pipeline = PIPELINE;

  @BeforeEach
  void write() throws Exception {
    lake = folder.resolve("lake");
    Files.writeString(
        folder.resolve("feed.json"),
        """
        {"id":1,"region":"n","v":"x","w":"y","seq":1,"changed_at":"2026-01-01T00:00:00Z"}
        {"id":2,"region":"s","v":"x","w":"z","seq":2,"changed_at":"2026-01-02T00:00:00Z"}
        """);
  }

  private Cli run(String sql, String... options) throws Exception {
    Path file = Files.writeString(folder.resolve("pipeline.sql"), sql);
    List<String> arguments =
        new ArrayList<>(
            List.of("run", file.toString(), "--lake", lake.toString(), "--parallelism", "1"));
    arguments.addAll(List.of(options));
    return Cli.run(arguments.toArray(new String[0]));
  }

  private String count(String table, String condition) throws Exception {
    return Cli.run("show", table, "--lake", lake.toString(), "--where", condition, "--count").out();
  }

  private TableSnapshot table(String name) {
    return TableStore.open(lake.resolve(name).toString(), Map.of()).latest();
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(lake)) {
      return files.map(Path::toString).sorted().toList();
    }
  }

  @Test
  void whatRowsWereMadeByDoesNotChange() throws Exception {
    Cli first = run(PIPELINE);
    assertThat(first.code()).as(first.out() + first.err()).isZero();
    List<String> files = files();

    refused("KEYS (id)", "KEYS (id, region)", "target", "'deltacdc.keys' = '[\"id\"]'");
    refused("SEQUENCE BY changed_at", "SEQUENCE BY seq", "target", "the job has 'BIGINT'");
    refused(
        "SEQUENCE BY changed_at",
        "SEQUENCE BY STRUCT(changed_at, seq)",
        "target",
        "the job has 'STRUCT<TIMESTAMP_LTZ(6), BIGINT>'");
    refused("Europe/Lisbon", "UTC", "days", "\"zone\":\"Europe/Lisbon\"");
    refused("ROWS ALL", "ROWS CHANGED", "days", "\"rows\":\"CHANGED\"");

    refused("v STRING", "v INT", "target", "column v is STRING in the table, the job has INT");
    refused("region STRING", "Region STRING", "target", "column Region is written region in");
    refused(
        "seq BIGINT", "seq INT", "target", "column seq is BIGINT in the table, the job has INT");
    refused(
        "SEQUENCE BY changed_at", "SEQUENCE BY changed_at STORED AS SCD TYPE 2", "target", KEYS);

    assertThat(files()).isEqualTo(files);
  }

  @Test
  void aHistoryStaysOneAndKeepsWhatItTracks() throws Exception {
    pipeline =
        PIPELINE
            .substring(0, PIPELINE.indexOf("CREATE SNAPSHOT"))
            .replace("changed_at;", "changed_at STORED AS SCD TYPE 2 TRACK HISTORY ON (v);");
    Cli first = run(pipeline);
    assertThat(first.code()).as(first.out() + first.err()).isZero();
    List<String> files = files();

    refused("ON (v)", "ON (v, region)", "target", "'deltacdc.tracked' = 'v'");
    refused("ON (v)", "ON (region)", "target", "the job has 'region'");
    refused(" TRACK HISTORY ON (v)", "", "target", "the job has '*'");
    refused("ON (v)", "ON * EXCEPT (v)", "target", "the job has '* EXCEPT (v)'");
    refused("STORED AS SCD TYPE 2 TRACK HISTORY ON (v)", "", "target", KEYS);
    refused(
        "SEQUENCE BY changed_at",
        "SEQUENCE BY seq",
        "target",
        "column __START_AT is TIMESTAMP_LTZ(6) in the table, the job has BIGINT");

    assertThat(files()).isEqualTo(files);
  }

  @Test
  void aColumnThatIsGoneStaysUntilAFullRefresh() throws Exception {
    Cli first = run(PIPELINE);
    assertThat(first.code()).as(first.out() + first.err()).isZero();
    String narrower = PIPELINE.replace("region STRING, ", "");

    Cli second = run(narrower);

    assertThat(second.code()).as(second.out() + second.err()).isZero();
    for (String name : List.of("target", "days")) {
      assertThat(table(name).rowType().getFieldNames())
          .startsWith("id", "region", "v", "seq", "changed_at");
    }
    assertThat(count("target", "region IS NULL")).as("read again, without it").isEqualTo("2\n");
    Cli third = run(PIPELINE);
    assertThat(third.code()).as(third.out() + third.err()).isZero();
    assertThat(count("target", "region = 's'")).isEqualTo("1\n");

    Cli refresh = run(narrower, "--full-refresh", "target");

    assertThat(refresh.code()).as(refresh.out() + refresh.err()).isZero();
    for (String name : List.of("target", "days")) {
      assertThat(table(name).rowType().getFieldNames())
          .startsWith("id", "v", "seq", "changed_at")
          .doesNotContain("region");
    }
  }

  @Test
  void aColumnIsWidenedWhereTheTableSaysSo() throws Exception {
    pipeline = PIPELINE.replace("seq BIGINT", "seq INT");
    Cli first = run(pipeline);
    assertThat(first.code()).as(first.out() + first.err()).isZero();
    List<String> files = files();
    refused("seq INT", "seq BIGINT", "target", "'delta.enableTypeWidening' = 'true'");
    refused("id INT", "id BIGINT", "target", "column id is INT in the table, the job has BIGINT");
    assertThat(files()).isEqualTo(files);

    Cli second =
        run(
            PIPELINE.replace(
                "TABLE target;",
                "TABLE target TBLPROPERTIES ('delta.enableTypeWidening' = 'true');"));

    assertThat(second.code()).as(second.out() + second.err()).isZero();
    for (String name : List.of("target", "days")) {
      assertThat(table(name).rowType().getTypeAt(3).asSummaryString()).isEqualTo("BIGINT");
    }
    assertThat(count("target", "seq = 2")).isEqualTo("1\n");
  }

  private void refused(String was, String now, String table, String named) throws Exception {
    assertThat(pipeline).contains(was);
    Cli run = run(pipeline.replace(was, now) + MORE);
    assertThat(run.code()).as(run.out() + run.err()).isEqualTo(1);
    assertThat(run.err())
        .contains("Table " + table + ":", named, "--full-refresh")
        .doesNotContain("\tat ");
  }

  @Test
  void aColumnMoreIsAddedToTheTableAndItsSnapshot() throws Exception {
    String changed =
        PIPELINE.replace("ROWS ALL", "ROWS CHANGED").replace("v STRING", "v STRING, w STRING");
    Cli first = run(PIPELINE.replace("ROWS ALL", "ROWS CHANGED"));
    assertThat(first.code()).as(first.out() + first.err()).isZero();

    Cli second = run(changed);

    assertThat(second.code()).as(second.out() + second.err()).isZero();
    assertThat(table("target").rowType().getFieldNames())
        .containsExactly("id", "region", "v", "w", "seq", "changed_at");
    assertThat(table("days").rowType().getFieldNames())
        .containsExactly("id", "region", "v", "w", "seq", "changed_at", "snapshot_date", "deleted");
    assertThat(count("target", "w = 'z'")).isEqualTo("1\n");
    // And that once.
    long version = table("target").version();
    Cli third = run(changed);
    assertThat(third.code()).as(third.out() + third.err()).isZero();
    assertThat(table("target").version()).isLessThanOrEqualTo(version + 1);
  }
}
