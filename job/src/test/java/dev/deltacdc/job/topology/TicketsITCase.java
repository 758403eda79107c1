/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.count.Step;
import dev.deltacdc.job.testdata.TestdataFolder;
import dev.deltacdc.testing.TableContent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code testdata/tickets/pipeline.sql}, with files in the place of its bronze table. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class TicketsITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = PipelineJob.cluster(2);

  private static final String BRONZE =
      """
      CREATE TABLE bronze_tickets (ticket_id INT, pharmacy_id INT, amount DOUBLE)
        WITH ('connector' = 'filesystem', 'path' = 'bronze', 'format' = 'csv',
              'source.monitor-interval' = '100 ms');
      """;

  @TempDir Path temp;

  @Test
  void anotherTicketChangesItsSumAlone(@InjectMiniCluster MiniCluster cluster) throws Exception {
    Path lake = temp.resolve("lake");
    Path file =
        Files.writeString(
            temp.resolve("pipeline.sql"),
            BRONZE + Files.readString(TestdataFolder.of("tickets").resolve("pipeline.sql")));
    bronze("first.csv", "1,109,100.0\n2,197,50.0\n3,109,75.0\n4,197,-10.0\n");
    Configuration configuration = PipelineJob.configuration(temp);
    PipelineJob job = PipelineJob.start(cluster, file, lake, 2, configuration);
    job.awaitRead(Step.flow("silver_tickets"), 4);
    String savepoint = job.stop();

    assertThat(TableContent.read(lake.resolve("gold_sales")))
        .containsExactlyInAnyOrder(
            "{\"pharmacy_id\":109,\"total_sales\":175.0}",
            "{\"pharmacy_id\":197,\"total_sales\":50.0}");

    bronze("second.csv", "5,109,200.0\n");
    configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    PipelineJob again = PipelineJob.start(cluster, file, lake, 2, configuration);
    again.awaitRead(Step.flow("silver_tickets"), 5);
    again.stop();

    assertThat(TableContent.read(lake.resolve("gold_sales")))
        .containsExactlyInAnyOrder(
            "{\"pharmacy_id\":109,\"total_sales\":375.0}",
            "{\"pharmacy_id\":197,\"total_sales\":50.0}");
    assertThat(TableContent.read(lake.resolve("silver_tickets"))).hasSize(4);
  }

  private void bronze(String name, String lines) throws IOException {
    Path folder = Files.createDirectories(temp.resolve("bronze"));
    Files.move(
        Files.writeString(temp.resolve(name), lines),
        folder.resolve(name),
        StandardCopyOption.ATOMIC_MOVE);
  }
}
