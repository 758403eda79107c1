/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.job.testdata.TestdataFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a new user does: init, validate, graph, run, show. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PipelineCommandsITCase {
  private static final String CLIENTES =
      TestdataFolder.of("clientes").resolve("pipeline.sql").toString();

  @TempDir private Path folder;

  @Test
  void whatInitWritesRuns() {
    Path project = folder.resolve("my pipeline");
    String lake = folder.resolve("lake").toString();
    assertThat(Cli.run("init", project.toString()).code()).isZero();

    Cli valid = Cli.run("validate", project.toString());
    assertThat(valid.out())
        .as(valid.err())
        .contains("is valid: 1 source, 1 view, 1 streaming table, 1 flow, 1 snapshot table.");

    Cli run =
        Cli.run(
            "run",
            project.resolve("pipeline.sql").toString(),
            "--lake",
            lake,
            "--parallelism",
            "1");
    assertThat(run.code()).as(run.out() + run.err()).isZero();

    assertThat(Cli.run("show", "customers", "--lake", lake, "--format", "csv").lines())
        .containsExactlyInAnyOrder(
            "id,name,city,changed_at",
            "1,Ana,Sintra,2026-01-02 11:00:00Z",
            "2,Rui,Coimbra,2026-01-01 15:00:00Z",
            "5,Inês,Évora,2026-01-02 10:00:00Z");
    assertThat(
            Cli.run(
                    "show",
                    "customers_daily",
                    "--lake",
                    lake,
                    "--count",
                    "--by",
                    "snapshot_date",
                    "--format",
                    "csv")
                .lines())
        .containsExactly("snapshot_date,rows", "2026-01-01,3", "2026-01-02,3");
    assertThat(Cli.run("show", "customers_quarantine", "--lake", lake, "--format", "json").lines())
        .hasSize(2)
        .anyMatch(
            row -> row.contains("feed/2026-01-01.csv:6") && row.contains("expectation:known_op"))
        .anyMatch(row -> row.contains("feed/2026-01-02.csv:6") && row.contains("not an event"));
  }

  @Test
  void theGraphShowsEveryTableAndFlow() {
    Cli text = Cli.run("graph", CLIENTES);
    assertThat(text.out())
        .as(text.err())
        .isEqualTo(
            """
            source initial
                filesystem initial_snapshot.csv csv
            source feed
                filesystem feed csv
            view changes
                expects known_op: op IN ('I','U','D'), else quarantine
              <- feed
            table clientes
                current state, key id
              <- initial   clientes_full_load (AUTO CDC ONCE)
              <- changes   clientes_cdc (AUTO CDC)
            snapshot table clientes_diario
                all rows at the end of each day, Europe/Lisbon
                late events 3 days, kept 365 days
              <- clientes   every day
            quarantine table clientes_quarantine
                rejected events of all steps
            """);

    Cli mermaid = Cli.run("graph", CLIENTES, "--format", "mermaid");
    assertThat(mermaid.out())
        .startsWith("flowchart LR\n")
        .contains("n3[(\"clientes<br/>current state, key id\")]")
        .contains("n2 -->|\"clientes_cdc (AUTO CDC)\"| n3");
  }

  @Test
  void validateReportsEveryMistakeWithItsPlace() throws Exception {
    Path file = folder.resolve("three.sql");
    Files.writeString(
        file,
        Files.readString(Path.of(CLIENTES))
            .replace("KEYS (id) SEQUENCE BY updated_at;", "KEYS (ident) SEQUENCE BY updated_at;")
            .replace("SET 'pipeline.name'", "SET 'pipeline.nmae'")
            .replace("LATE EVENTS 3 DAYS", "LATE EVENT 3 DAYS"));

    Cli wrong = Cli.run("validate", file.toString());

    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err())
        .contains("three.sql:2:5: ")
        .contains("pipeline.name")
        .contains("three.sql:18:")
        .contains("ident")
        .contains("three.sql:31:")
        .contains("3 errors.")
        .doesNotContain("\tat ");
    assertThat(Cli.run("run", file.toString(), "--lake", folder.resolve("lake").toString()).code())
        .isEqualTo(2);
    assertThat(folder.resolve("lake")).doesNotExist();
  }
}
