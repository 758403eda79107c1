/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.testing.TableContent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Debezium's events, here from files, as change events of a table. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class DebeziumITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = PipelineJob.cluster(2);

  private static final String PIPELINE =
      """
      SET 'quarantine.table' = 'quarantine';
      CREATE TABLE feed (
          op STRING METADATA FROM 'op',
          id INT, valor STRING NOT NULL, preco DECIMAL(10, 2),
          src MAP<STRING, STRING> METADATA FROM 'source.properties',
          lsn AS CAST(src['lsn'] AS BIGINT),
          file STRING METADATA FROM 'file.name',
          PRIMARY KEY (id) NOT ENFORCED)
        WITH ('connector' = 'filesystem', 'path' = 'feed', 'format' = 'debezium-json');
      CREATE STREAMING TABLE produtos;
      CREATE FLOW apply AS AUTO CDC INTO produtos FROM STREAM(feed)
        KEYS (id) APPLY AS DELETE WHEN op = 'd' SEQUENCE BY lsn
        COLUMNS id, valor, preco, lsn, file;
      """;

  @TempDir Path temp;

  @Test
  void theTableIsThatOfTheDatabase(@InjectMiniCluster MiniCluster cluster) throws Exception {
    Path feed = Files.createDirectories(temp.resolve("feed"));
    Files.write(
        feed.resolve("b.json"),
        List.of(
            event("r", "null", row(1, "a", "1.00"), 10),
            event("r", "null", row(2, "b", "2.00"), 10),
            event("r", "null", row(3, "c", "3.00"), 10),
            event("r", "null", row(5, "e", "5.00"), 10),
            event("c", "null", row(4, "d", "4.00"), 11)));
    Files.write(
        feed.resolve("a.json"),
        List.of(
            // Late, since its file is read first.
            event("u", row(1, "a", "1.00"), row(1, "aa", "1.10"), 20),
            event("u", row(2, "b", "2.00"), row(20, "b", "2.00"), 21),
            event("d", "{\"id\":3}", "null", 22),
            "{\"schema\":{},\"payload\":" + event("d", row(4, "d", "4.00"), "null", 23) + "}",
            event("u", "null", "{\"id\":5,\"valor\":null}", 24),
            "{\"op\":\"t\",\"source\":{\"lsn\":25}}",
            event("d", "null", "null", 26)));
    Path file = Files.writeString(temp.resolve("debezium.sql"), PIPELINE);
    Path lake = temp.resolve("lake");
    PipelineJob.start(cluster, file, lake, 2, PipelineJob.configuration(temp)).awaitEnd();

    assertThat(TableContent.read(lake.resolve("produtos")))
        .containsExactlyInAnyOrder(
            "{\"id\":1,\"valor\":\"aa\",\"preco\":1.10,\"lsn\":20,\"file\":\"a.json\"}",
            "{\"id\":20,\"valor\":\"b\",\"preco\":2.00,\"lsn\":21,\"file\":\"a.json\"}",
            "{\"id\":5,\"valor\":\"e\",\"preco\":5.00,\"lsn\":10,\"file\":\"b.json\"}");
    assertThat(TableContent.read(lake.resolve("quarantine")))
        .satisfiesExactlyInAnyOrder(
            row ->
                assertThat(row)
                    .contains("feed/a.json:5", "column 'valor': is null, the column is NOT NULL"),
            row -> assertThat(row).contains("feed/a.json:6", "null-key", "id is NULL"),
            row -> assertThat(row).contains("feed/a.json:7", "REPLICA IDENTITY"));
  }

  @Test
  void aTruncateNeedsNoKey(@InjectMiniCluster MiniCluster cluster) throws Exception {
    Path feed = Files.createDirectories(temp.resolve("feed"));
    Files.write(
        feed.resolve("a.json"),
        List.of(
            event("c", "null", row(1, "a", "1.00"), 10),
            event("c", "null", row(2, "b", "2.00"), 30),
            event("t", "null", "null", 20),
            event("u", "null", row(3, "late", "3.00"), 15)));
    Path file =
        Files.writeString(
            temp.resolve("debezium.sql"),
            PIPELINE.replace("SEQUENCE BY", "APPLY AS TRUNCATE WHEN op = 't' SEQUENCE BY")
                + """
                CREATE STREAMING TABLE bronze AS SELECT op, id, lsn FROM STREAM(feed);
                """);
    Path lake = temp.resolve("lake");
    PipelineJob.start(cluster, file, lake, 2, PipelineJob.configuration(temp)).awaitEnd();

    assertThat(TableContent.read(lake.resolve("produtos")))
        .containsExactly(
            "{\"id\":2,\"valor\":\"b\",\"preco\":2.00,\"lsn\":30,\"file\":\"a.json\"}");
    assertThat(TableContent.read(lake.resolve("quarantine"))).isEmpty();
    // What takes events as they are gets this one too.
    assertThat(TableContent.read(lake.resolve("bronze")))
        .contains("{\"op\":\"t\",\"id\":null,\"lsn\":20}");
  }

  private static String row(int id, String valor, String preco) {
    return "{\"id\":%d,\"valor\":\"%s\",\"preco\":\"%s\"}".formatted(id, valor, preco);
  }

  private static String event(String op, String before, String after, int lsn) {
    return "{\"before\":%s,\"after\":%s,\"source\":{\"lsn\":%d},\"op\":\"%s\"}"
        .formatted(before, after, lsn, op);
  }
}
