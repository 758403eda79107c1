/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.count.Step;
import dev.deltacdc.job.testdata.Columns;
import dev.deltacdc.testing.E2eFolder;
import dev.deltacdc.testing.TableContent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The conformance cases end to end: a pipeline file, a file of JSON lines per batch with a
 * checkpoint after each, and the Delta table read back.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class CasesITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = PipelineJob.cluster(3);

  @TempDir Path temp;

  static List<CdcCase> cases() {
    return CdcCase.all();
  }

  /** After the first batch and the third there is a restart with another parallelism. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void givesTheExpectedTable(CdcCase cdc, @InjectMiniCluster MiniCluster cluster) throws Exception {
    Path feed = Files.createDirectories(temp.resolve("pipeline/feed"));
    Path file = Files.writeString(temp.resolve("pipeline/case.sql"), cdc.pipeline());
    E2eFolder folder = E2eFolder.fresh("cases/" + cdc);
    Configuration configuration = PipelineJob.configuration(temp);
    PipelineJob job = PipelineJob.start(cluster, file, folder.lake(), 2, configuration);
    long events = 0;
    for (int batch = 0; batch < cdc.batches(); batch++) {
      if (batch == 1 || batch == 3) {
        configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, job.stop());
        job = PipelineJob.start(cluster, file, folder.lake(), batch, configuration);
      }
      events += cdc.write(batch, feed);
      job.awaitRead(Step.flow("changes"), events);
      job.checkpoint();
    }
    job.stop();

    List<String> rows = TableContent.read(folder.table("target"));
    rows.sort(null);
    assertThat(cdc.expected()).contains(rows);
    // For other readers; of several tables that are right, this one.
    folder.expect("target", cdc.outputs(), rows);
    List<String> rejected = TableContent.read(folder.table("case_quarantine"));
    assertThat(rejected).hasSize(cdc.rejected());
    if (!rejected.isEmpty()) {
      folder.expect("case_quarantine", Columns.QUARANTINE, rejected);
    }
  }
}
