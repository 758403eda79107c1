/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.delta.TableCommit;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import dev.deltacdc.job.testdata.TestdataFolder;
import dev.deltacdc.testing.TableContent;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code testdata/tickets} as a user runs it: bronze, made by SQL, then two triggered runs. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class TicketsCommandsITCase {

  private static final Path FOLDER = TestdataFolder.of("tickets");

  @TempDir Path temp;

  @Test
  void anotherTicketIsAllThatTheNextRunReads() {
    done("sql", "--file", FOLDER.resolve("bronze.sql").toString());

    assertThat(run().out())
        .containsPattern("source bronze_tickets +4 +0 +0\n")
        .containsPattern("flow silver_tickets into silver_tickets +4 +0 +1\n");
    assertThat(gold()).isEqualTo("pharmacy_id,total_sales\n109,175.0\n197,50.0\n");

    done("sql", "INSERT INTO bronze_tickets VALUES (5,109,200.0)");
    assertThat(run().out())
        .containsPattern("source bronze_tickets +1 +0 +0\n")
        .containsPattern("flow silver_tickets into silver_tickets +1 +0 +0\n");
    assertThat(gold()).isEqualTo("pharmacy_id,total_sales\n109,375.0\n197,50.0\n");

    long gold = version("gold_sales");
    long silver = version("silver_tickets");
    assertThat(run().out()).containsPattern("source bronze_tickets +0 +0 +0\n");
    assertThat(version("gold_sales")).isEqualTo(gold);
    assertThat(version("silver_tickets")).isEqualTo(silver);
  }

  @Test
  void aDeleteInBronzeStopsTheRunWithAdvice() {
    done("sql", "--file", FOLDER.resolve("bronze.sql").toString());
    run();
    deleteAllRows(lake().resolve("bronze_tickets"));

    Cli refused = runPipeline();

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .contains("updates or deletes rows that were there", "skipChangeCommits = true");
    assertThat(gold()).isEqualTo("pharmacy_id,total_sales\n109,175.0\n197,50.0\n");
  }

  /** As another writer does it. */
  private static void deleteAllRows(Path table) {
    TableSnapshot snapshot = TableStore.open(table.toString(), Map.of()).latest();
    TableCommit delete = snapshot.newCommit();
    snapshot.forEachLiveFile(delete::remove);
    delete.commit();
  }

  private String gold() {
    return done("query", "SELECT * FROM gold_sales ORDER BY pharmacy_id", "--format", "csv").out();
  }

  private Cli run() {
    Cli run = runPipeline();
    assertThat(run.code()).as(run.err()).isZero();
    return run;
  }

  private Cli runPipeline() {
    return Cli.run(
        "run",
        FOLDER.resolve("pipeline.sql").toString(),
        "--mode",
        "triggered",
        "--lake",
        lake().toString());
  }

  private Cli done(String command, String... rest) {
    String[] all = new String[rest.length + 3];
    all[0] = command;
    System.arraycopy(rest, 0, all, 1, rest.length);
    all[rest.length + 1] = "--lake";
    all[rest.length + 2] = lake().toString();
    Cli done = Cli.run(all);
    assertThat(done.code()).as(done.err()).isZero();
    return done;
  }

  private long version(String table) {
    return TableContent.newestVersion(lake().resolve(table));
  }

  private Path lake() {
    return temp.resolve("lake");
  }
}
