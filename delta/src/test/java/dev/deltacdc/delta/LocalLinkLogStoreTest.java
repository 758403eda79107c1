/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalLinkLogStoreTest {

  @TempDir Path folder;

  private final LocalLinkLogStore store = new LocalLinkLogStore(new Configuration());

  private void write(String name, boolean overwrite, String... lines) throws IOException {
    store.write(
        new org.apache.hadoop.fs.Path(folder.resolve(name).toUri()),
        List.of(lines).iterator(),
        overwrite,
        new Configuration());
  }

  @Test
  void aSecondWriterOfAVersionIsRefusedAndChangesNothing() throws IOException {
    write("0.json", false, "one", "two ç");

    assertThatThrownBy(() -> write("0.json", false, "three"))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(folder.resolve("0.json")).hasContent("one\ntwo ç\n");
    assertThat(folder.toFile().list()).containsExactly("0.json");
  }

  @Test
  void overwritingReplacesTheFileAndItsOldChecksum() throws IOException {
    write("_last_checkpoint", true, "one");
    Files.writeString(folder.resolve("._last_checkpoint.crc"), "from another writer");

    write("_last_checkpoint", true, "two");

    assertThat(folder.resolve("_last_checkpoint")).hasContent("two\n");
    assertThat(folder.toFile().list()).containsExactly("_last_checkpoint");
  }

  @Test
  void withoutHardLinksALockKeepsWritersApart() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Boolean>> tries = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        Path temporary = Files.writeString(folder.resolve("tmp" + i), "by " + i);
        Path target = folder.resolve("v" + i / 4);
        tries.add(
            threads.submit(
                () -> {
                  try {
                    LocalLinkLogStore.publishUnderLock(temporary, target);
                    return true;
                  } catch (FileAlreadyExistsException e) {
                    return false;
                  }
                }));
      }
      int published = 0;
      for (Future<Boolean> result : tries) {
        published += result.get(60, TimeUnit.SECONDS) ? 1 : 0;
      }
      assertThat(published).isEqualTo(10);
    } finally {
      threads.shutdownNow();
    }
  }

  /**
   * Two processes append to one table as fast as they can; every acknowledged commit must be in it.
   */
  @Test
  void twoProcessesLoseNoAcknowledgedCommit() throws Exception {
    Path table = folder.resolve("t");
    TestTable.upsert(table);
    List<Process> writers = List.of(start(table, 0), start(table, 1));
    Set<String> acknowledged = new TreeSet<>();
    for (Process writer : writers) {
      try {
        assertThat(writer.waitFor(240, TimeUnit.SECONDS)).isTrue();
        assertThat(writer.exitValue()).isZero();
      } finally {
        writer.destroyForcibly();
      }
    }
    for (int i = 0; i < 2; i++) {
      acknowledged.addAll(Files.readAllLines(folder.resolve("out" + i)));
    }

    Set<String> found = new TreeSet<>();
    TestTable.existing(table).byId().values().forEach(found::add);
    assertThat(acknowledged).hasSize(2 * Racer.COMMITS);
    assertThat(found).isEqualTo(acknowledged);
    try (Stream<Path> files = Files.list(table.resolve("_delta_log"))) {
      assertThat(files.map(f -> f.getFileName().toString())).noneMatch(f -> f.endsWith(".tmp"));
    }
  }

  private Process start(Path table, int number) throws IOException {
    File out = folder.resolve("out" + number).toFile();
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Racer.class.getName(),
            table.toString(),
            Integer.toString(number))
        .redirectOutput(out)
        .redirectError(folder.resolve("err" + number).toFile())
        .start();
  }

  /** One process of the race: prints the name of each row whose commit was acknowledged. */
  static final class Racer {
    static final int COMMITS = 25;

    private Racer() {}

    public static void main(String[] args) {
      TableStore store = TableStore.open(args[0], Map.of());
      int number = Integer.parseInt(args[1]);
      for (int i = 0; i < COMMITS; i++) {
        int id = i * 2 + number;
        TestTable table = TestTable.existing(Path.of(args[0]));
        List<DataFile> files = table.write(List.of(TestTable.row(id, "n" + id)));
        TableSnapshot snapshot = store.latest();
        while (true) {
          TableCommit commit = snapshot.newCommit();
          files.forEach(file -> commit.add(file, null));
          try {
            commit.commit();
            break;
          } catch (VersionTakenException e) {
            snapshot = store.latest();
          }
        }
        System.out.println("n" + id);
      }
    }
  }
}
