/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.count.Step;
import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.sink.table.TableSnapshot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.CloseableIterator;
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

  @RegisterExtension static final MiniClusterExtension CLUSTER = PipelineJob.cluster(2);

  @TempDir Path temp;

  static List<CdcCase> cases() {
    return CdcCase.inScope();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void givesTheExpectedTable(CdcCase cdc, @InjectMiniCluster MiniCluster cluster) throws Exception {
    Path feed = Files.createDirectories(temp.resolve("pipeline/feed"));
    Path file = Files.writeString(temp.resolve("pipeline/case.sql"), cdc.pipeline());
    Path lake = temp.resolve("lake");
    PipelineJob job = PipelineJob.start(cluster, file, lake, 2, PipelineJob.configuration(temp));
    long events = 0;
    for (int batch = 0; batch < cdc.batches(); batch++) {
      events += cdc.write(batch, feed);
      job.awaitRead(Step.flow("changes"), events);
      job.checkpoint();
    }
    job.stop();

    assertThat(cdc.expected()).contains(rows(lake, "target"));
    assertThat(rows(lake, "case_quarantine")).hasSize(cdc.rejected());
  }

  private static List<String> rows(Path lake, String table) throws Exception {
    TableSnapshot snapshot = Lake.at(lake.toString()).store(TableName.of(table)).latest();
    RowType type = snapshot.rowType();
    List<String> rows = new ArrayList<>();
    try (CloseableIterator<RowData> iterator = snapshot.rows(type.getFieldNames())) {
      while (iterator.hasNext()) {
        RowData row = iterator.next();
        List<String> values = new ArrayList<>();
        for (int i = 0; i < type.getFieldCount(); i++) {
          Object value = RowData.createFieldGetter(type.getTypeAt(i), i).getFieldOrNull(row);
          values.add(value == null ? null : value.toString());
        }
        rows.add(values.toString());
      }
    }
    rows.sort(null);
    return rows;
  }
}
