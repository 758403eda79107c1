/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Positions in state: what was read is not read again, nothing is left out. */
@Timeout(180)
class FilesRestoreITCase {

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(4)
              .build());

  private static final RowType ROW =
      RowType.of(
          new LogicalType[] {new BigIntType(), new VarCharType(VarCharType.MAX_LENGTH)},
          new String[] {"id", "valor"});

  private static final int LINES = 4_000;

  @TempDir Path dir;

  private Path project;
  private final List<String> expected = new ArrayList<>();

  @BeforeEach
  void project() throws IOException {
    project = Files.createDirectory(dir.resolve("project"));
  }

  @Test
  void aRestartInTheMiddleOfFilesGoesOnExactly() throws Exception {
    file("a.csv", "\r\n");
    file("b.csv.gz", "\n");
    file("c.csv", "\n");
    Configuration configuration = new Configuration();
    configuration.setString("execution.checkpointing.interval", "100 ms");
    configuration.setString("execution.checkpointing.dir", dir.resolve("state").toUri().toString());
    configuration.setString("restart-strategy.type", "fixed-delay");
    configuration.setString("restart-strategy.fixed-delay.attempts", "3");
    configuration.setString("restart-strategy.fixed-delay.delay", "0 s");
    StreamExecutionEnvironment env = SourceFixture.environment(configuration, 2);
    FailAfterCheckpoint.failuresLeft.set(2);

    List<String> found = new ArrayList<>();
    try (CloseableIterator<String> rows =
        SourceStreams.create(
                env,
                source("path", "feed", "scan.max-events-per-second", "5000"),
                "feed",
                Reading.AS_DECLARED,
                notice -> {})
            .map(new FailAfterCheckpoint())
            .returns(InternalTypeInfo.of(SourceStreams.rowType(source("path", "feed"))))
            .map(row -> SourceFixture.text(row, ROW))
            .returns(Types.STRING)
            .executeAndCollect()) {
      rows.forEachRemaining(found::add);
    }

    assertThat(FailAfterCheckpoint.failuresLeft).hasValue(0);
    assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
  }

  /** The project moves, with the files that are named relative to it; else only the pipeline. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aMonitoredFolderGoesOnElsewhereWithMoreFilesAndAnotherParallelism(boolean relative)
      throws Exception {
    String path = relative ? "feed" : project.resolve("feed").toString();
    file("b.csv", "\n");
    file("c 12:30.csv", "\n");
    List<String> found = new ArrayList<>();
    StreamExecutionEnvironment first = SourceFixture.environment(new Configuration(), 1);
    String savepoint;
    try (CloseableIterator<String> rows =
        collect(
            first,
            source(
                "path", path,
                "source.monitor-interval", "50 ms",
                "scan.max-events-per-second", "500"))) {
      JobClient client = first.executeAsync();
      for (int i = 0; i < LINES / 5; i++) {
        found.add(rows.next());
      }
      savepoint =
          client
              .stopWithSavepoint(
                  false,
                  dir.resolve("savepoints").toUri().toString(),
                  SavepointFormatType.CANONICAL)
              .get(60, TimeUnit.SECONDS);
      rows.forEachRemaining(found::add);
    }
    assertThat(found.size()).isLessThan(2 * LINES);

    if (relative) {
      project = Files.move(project, dir.resolve("moved"));
    }
    Path pipelines = relative ? project : Files.createDirectory(dir.resolve("pipelines"));
    file("a.csv", "\n");
    Configuration restored = new Configuration();
    restored.setString("execution.state-recovery.path", savepoint);
    // The state of the test's own sink.
    restored.setString("execution.state-recovery.ignore-unclaimed-state", "true");
    StreamExecutionEnvironment second = SourceFixture.environment(restored, 3);
    try (CloseableIterator<String> rows =
        collect(second, source(pipelines, "path", path, "source.monitor-interval", "50 ms"))) {
      JobClient client = second.executeAsync();
      while (found.size() < 3 * LINES) {
        found.add(rows.next());
      }
      // A file that appears while the job runs.
      file("deep/d.csv", "\n");
      while (found.size() < 4 * LINES) {
        found.add(rows.next());
      }
      client.cancel().get(60, TimeUnit.SECONDS);
    }

    assertThat(found.stream().map(row -> row.replaceFirst("^.*/feed/", "feed/")))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  private SourceDefinition source(String... more) {
    return source(project, more);
  }

  private static SourceDefinition source(Path pipelines, String... more) {
    List<String> options =
        new ArrayList<>(List.of("connector", "filesystem", "format", "csv", "csv.header", "true"));
    options.addAll(List.of(more));
    return SourceFixture.source(pipelines, ROW, options.toArray(new String[0]));
  }

  private static CloseableIterator<String> collect(
      StreamExecutionEnvironment env, SourceDefinition source) {
    return SourceStreams.create(env, source, "feed", Reading.AS_DECLARED, notice -> {})
        .map(row -> SourceFixture.text(row, ROW))
        .returns(Types.STRING)
        .uid("text")
        .collectAsync();
  }

  /** Writes a file elsewhere and moves it in. */
  private void file(String name, String lineEnd) throws IOException {
    StringBuilder text = new StringBuilder("\uFEFFvalor,id").append(lineEnd);
    for (int line = 2; line <= LINES + 1; line++) {
      text.append(name).append(',').append(line).append(lineEnd);
      expected.add("feed/" + name + ":" + line + ": " + line + ", " + name);
    }
    byte[] bytes = text.toString().getBytes(UTF_8);
    if (name.endsWith(".gz")) {
      ByteArrayOutputStream compressed = new ByteArrayOutputStream();
      try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
        gzip.write(bytes);
      }
      bytes = compressed.toByteArray();
    }
    Path target = project.resolve("feed").resolve(name);
    Files.createDirectories(target.getParent());
    Files.write(dir.resolve("new"), bytes);
    Files.move(dir.resolve("new"), target, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Fails some rows after a checkpoint was completed. */
  private static final class FailAfterCheckpoint extends RichMapFunction<RowData, RowData>
      implements CheckpointListener {

    private static final long serialVersionUID = 1L;
    static final AtomicInteger failuresLeft = new AtomicInteger();
    private int rows;
    private boolean completed;

    @Override
    public RowData map(RowData row) {
      rows++;
      if (completed && rows > 500 && failuresLeft.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
        throw new IllegalStateException("a failure on purpose");
      }
      return row;
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) {
      completed = true;
    }
  }
}
