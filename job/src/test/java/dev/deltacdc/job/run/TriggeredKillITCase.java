/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.testing.TableContent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** SIGKILL at the steps by which a triggered run ends: the next one leaves the tables exact. */
@Timeout(value = 8, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TriggeredKillITCase {

  private static final int EVENTS = 300;

  @TempDir Path temp;

  private int files;

  @Test
  void aKilledRunIsGoneOnWithByTheNext() throws Exception {
    Files.writeString(
        temp.resolve("p.sql"),
        """
        SET 'execution.checkpointing.interval' = '300 ms';
        CREATE TABLE feed (id INT, seq BIGINT) WITH ('connector' = 'filesystem',
          'path' = 'feed', 'format' = 'json', 'scan.max-events-per-second' = '200');
        CREATE STREAMING TABLE latest;
        CREATE FLOW apply AS AUTO CDC INTO latest FROM STREAM(feed) KEYS (id) SEQUENCE BY seq;
        CREATE STREAMING TABLE facts AS SELECT id, seq FROM STREAM(feed);
        """);
    Path savepoints = Files.createDirectories(temp.resolve("lake-state/p/savepoints"));

    feed();
    try (PipelineProcess run = start()) {
      run.await(() -> rows("facts").size() > EVENTS / 3);
      run.kill();
    }
    runToTheEnd();

    feed();
    try (WatchService watch = savepoints.getFileSystem().newWatchService();
        PipelineProcess run = start()) {
      awaitNew(savepoints, watch, "savepoint");
      run.kill(); // while the savepoint is written
    }
    runToTheEnd();

    feed();
    try (WatchService watch = savepoints.getFileSystem().newWatchService();
        PipelineProcess run = start()) {
      Path savepoint = awaitNew(savepoints, watch, "savepoint");
      awaitNew(savepoint, watch, "_metadata");
      run.kill(); // when it is written, before or while its epoch is committed
    }
    runToTheEnd();

    feed();
    try (WatchService watch = savepoints.getFileSystem().newWatchService();
        PipelineProcess run = start()) {
      awaitNew(savepoints, watch, "savepoint");
      int all = files * EVENTS;
      run.awaitOrEnd(() -> rows("facts").size() == all && rows("latest").size() == all);
      run.kill(); // when all is committed, if the run has not ended by then
    }
    runToTheEnd();
  }

  private PipelineProcess start() throws IOException {
    return PipelineProcess.start(
        temp.resolve("run-" + files + ".out"),
        "run",
        temp.resolve("p.sql").toString(),
        "--lake",
        temp.resolve("lake").toString(),
        "--parallelism",
        "2",
        "--mode",
        "triggered");
  }

  private void runToTheEnd() throws Exception {
    try (PipelineProcess run = start()) {
      assertThat(run.awaitEnd()).as(run.output()).isZero();
      assertThat(run.output()).contains("Finished after", "The next run goes on from here");
    }
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < files * EVENTS; i++) {
      expected.add("{\"id\":%d,\"seq\":%d}".formatted(i, i));
    }
    assertThat(rows("facts")).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(rows("latest")).containsExactlyInAnyOrderElementsOf(expected);
  }

  /** Waits for a file whose name starts so, or is there already. */
  private static Path awaitNew(Path folder, WatchService watch, String name) throws Exception {
    List<Path> before = name.equals("_metadata") ? List.of() : named(folder, name);
    WatchKey key = folder.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
    while (true) {
      for (Path found : named(folder, name)) {
        if (!before.contains(found)) {
          key.cancel();
          return found;
        }
      }
      WatchKey signalled = watch.poll(1, TimeUnit.SECONDS);
      if (signalled != null) {
        List<WatchEvent<?>> unused = signalled.pollEvents();
        signalled.reset();
      }
    }
  }

  private static List<Path> named(Path folder, String name) throws IOException {
    try (var children = Files.list(folder)) {
      return children.filter(child -> child.getFileName().toString().startsWith(name)).toList();
    }
  }

  private void feed() throws IOException {
    int from = files * EVENTS;
    files++;
    Path next =
        Files.write(
            temp.resolve("next"),
            IntStream.range(from, from + EVENTS)
                .mapToObj(i -> "{\"id\": %d, \"seq\": %d}".formatted(i, i))
                .toList());
    Files.move(next, Files.createDirectories(temp.resolve("feed")).resolve(from + ".json"));
  }

  private List<String> rows(String table) {
    Path path = temp.resolve("lake").resolve(table);
    return Files.exists(path.resolve("_delta_log/00000000000000000000.json"))
        ? TableContent.read(path)
        : List.of();
  }
}
