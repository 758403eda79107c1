/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.delta.FileFilter;
import dev.deltacdc.delta.FileFilter.Comparison;
import dev.deltacdc.delta.LiveFile;
import dev.deltacdc.delta.OriginColumn;
import dev.deltacdc.delta.RawLog;
import dev.deltacdc.delta.TestTable;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class DeltaSourceITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = SourceJob.cluster();

  @TempDir Path directory;

  private Path path;
  private SourceJob job;

  @BeforeEach
  void table() {
    path = directory.resolve("table");
    job = new SourceJob(directory);
    ConfirmedRows.reset(Integer.MAX_VALUE, 0);
  }

  @Test
  void aBoundedReadHasTheRowsOfAVersionWithoutThoseOfDeletionVectors() throws Exception {
    TestTable table = TestTable.upsert(path);
    SourceJob.append(table, 0, 30, 3);
    LiveFile first = table.liveFiles().get(0);
    String lost = first.path();
    table.delete(first, 0, 9);

    List<String> before = job.read(SourceJob.quick(path).boundedAtVersion(3).build());
    List<String> after =
        job.read(SourceJob.quick(path).bounded().origin(List.of(OriginColumn.FILE_PATH)).build());

    assertThat(before).containsExactlyInAnyOrderElementsOf(SourceJob.ids(0, 30));
    assertThat(after).hasSize(28);
    assertThat(after.stream().filter(row -> row.endsWith(lost))).hasSize(8);
  }

  @Test
  void columnsAreChosenAndPartitionsAndFilesLeftOut() throws Exception {
    TestTable table =
        TestTable.create(
            DeltaTable.of(path.toString(), TestTable.ID_NAME).partitionedBy(List.of("name")),
            false);
    table.append(List.of(TestTable.row(1, "a"), TestTable.row(2, "b"), TestTable.row(3, null)));
    table.append(List.of(TestTable.row(4, "a"), TestTable.row(5, "b")));
    FileFilter inA = new FileFilter.Compare("name", Comparison.EQUAL, "a");
    FileFilter over2 = new FileFilter.Compare("id", Comparison.GREATER, BigDecimal.valueOf(2));

    assertThat(job.read(SourceJob.quick(path).bounded().columns(List.of("name", "id")).build()))
        .containsExactlyInAnyOrder("a/1", "b/2", "null/3", "a/4", "b/5");
    assertThat(job.read(SourceJob.quick(path).bounded().columns(List.of("id")).filter(inA).build()))
        .containsExactly("1", "4");
    assertThat(
            job.read(
                SourceJob.quick(path)
                    .bounded()
                    .columns(List.of("id"))
                    .filter(new FileFilter.And(List.of(inA, over2)))
                    .build()))
        .containsExactly("4");
  }

  @Test
  void columnsOfTypesThatFlinkLacksAreLeftOut() throws Exception {
    TestTable table = TestTable.upsert(path);
    SourceJob.append(table, 0, 3, 1);
    RawLog.commit(
        table,
        path,
        "ADD COLUMNS",
        List.of(
            RawLog.metadata(
                path,
                "\\\"fields\\\":[",
                "\\\"fields\\\":[{\\\"name\\\":\\\"v\\\",\\\"type\\\":\\\"variant\\\",\\\"nullable\\\":true,\\\"metadata\\\":{}},")));

    assertThat(table.snapshot.layout().differences(TestTable.ID_NAME)).isEmpty();
    assertThat(job.read(SourceJob.quick(path).bounded().columns(List.of("id", "name")).build()))
        .containsExactlyElementsOf(SourceJob.ids(0, 3));
    assertThatThrownBy(() -> SourceJob.quick(path).bounded().build())
        .hasMessageContaining("Column v of the table has the Delta type variant");
  }

  @Test
  void rowsComeThenThoseOfNewVersionsAndOptimizeBringsNone() throws Exception {
    TestTable table = TestTable.upsert(path);
    SourceJob.append(table, 0, 20, 2);

    JobClient client = job.start(SourceJob.quick(path).build());
    ConfirmedRows.await(20, client);
    SourceJob.append(table, 20, 40, 2);
    RawLog.optimize(table, path);
    SourceJob.append(table, 40, 50, 1);
    List<String> rows = ConfirmedRows.await(50, client);
    job.stop(client);

    assertThat(rows).containsExactlyInAnyOrderElementsOf(SourceJob.ids(0, 50));
  }

  @Test
  void aReadCanStartAtAVersionATimeOrNow() throws Exception {
    TestTable table = TestTable.upsert(path);
    SourceJob.append(table, 0, 30, 3);
    long third = table.snapshot.timestamp();

    JobClient fromTwo = job.start(SourceJob.quick(path).fromVersion(2).build());
    List<String> rows = ConfirmedRows.await(20, fromTwo);
    job.stop(fromTwo);
    assertThat(rows).containsExactlyInAnyOrderElementsOf(SourceJob.ids(10, 30));

    ConfirmedRows.reset(Integer.MAX_VALUE, 0);
    JobClient fromTime = job.start(SourceJob.quick(path).fromTimestamp(third).build());
    rows = ConfirmedRows.await(10, fromTime);
    job.stop(fromTime);
    assertThat(rows).containsExactlyInAnyOrderElementsOf(SourceJob.ids(20, 30));

    assertThat(job.read(SourceJob.quick(path).boundedAtTimestamp(third).build()))
        .containsExactlyInAnyOrderElementsOf(SourceJob.ids(0, 30));
  }

  @Test
  void filesAreReadInParallelAndRowsKnowWhereTheyAre() throws Exception {
    TestTable table = TestTable.upsert(path);
    SourceJob.append(table, 0, 4000, 8);

    List<String> rows =
        job.parallelism(4)
            .read(
                SourceJob.quick(path)
                    .bounded()
                    .columns(List.of("id"))
                    .origin(List.of(OriginColumn.values()))
                    .build());

    assertThat(rows).hasSize(4000);
    Set<String> files = new TreeSet<>();
    for (String row : rows) {
      List<String> fields = List.of(row.split("/", -1));
      assertThat(fields).hasSize(5);
      assertThat(Integer.parseInt(fields.get(0)) % 500).isEqualTo(Integer.parseInt(fields.get(2)));
      assertThat(fields.get(3)).isEqualTo("8");
      files.add(fields.get(1));
    }
    assertThat(files)
        .containsExactlyInAnyOrderElementsOf(
            table.liveFiles().stream().map(LiveFile::path).toList());
  }
}
