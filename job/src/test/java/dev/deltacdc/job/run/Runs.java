/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.testing.TableContent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Runs of one pipeline file in this JVM, and its tables. */
final class Runs {

  private final Path folder;
  private RunMode mode = RunMode.TRIGGERED;
  private RunOptions.FullRefresh fullRefresh = RunOptions.FullRefresh.NONE;
  private List<String> only = List.of();

  /**
   * @param folder where the file and its lake are, and the folders of sources
   */
  Runs(Path folder) {
    this.folder = folder;
  }

  Runs in(RunMode next) {
    mode = next;
    return this;
  }

  /** What the next runs update; nothing: all. */
  Runs refreshing(String... tables) {
    only = List.of(tables);
    return this;
  }

  /** What the next runs fill anew. */
  Runs fillingAnew(String... tables) {
    fullRefresh = new RunOptions.FullRefresh(false, List.of(tables));
    return this;
  }

  void pipeline(String sql) throws IOException {
    Files.writeString(folder.resolve("p.sql"), sql);
  }

  /** Puts a file into a source's folder. */
  void file(String name, String... lines) throws IOException {
    Path hidden = Files.write(folder.resolve(".next"), List.of(lines));
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.move(hidden, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Runs to the end; returns what was printed. */
  String run(int parallelism) {
    return run(parallelism, ExitCode.OK);
  }

  String runRefused() {
    return run(1, ExitCode.FAILED);
  }

  private String run(int parallelism, int exitCode) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, UTF_8);
    int code =
        PipelineRun.run(
            new RunOptions(
                folder.resolve("p.sql"),
                folder.resolve("lake").toString(),
                parallelism,
                Map.of(),
                null,
                fullRefresh,
                mode,
                only),
            print,
            print);
    String printed = out.toString(UTF_8);
    assertThat(code).as(printed).isEqualTo(exitCode);
    return printed;
  }

  List<String> rows(String table) {
    return TableContent.read(folder.resolve("lake").resolve(table));
  }

  Map<String, Long> versions(String... tables) {
    Map<String, Long> versions = new TreeMap<>();
    for (String table : tables) {
      versions.put(table, TableContent.newestVersion(folder.resolve("lake").resolve(table)));
    }
    return versions;
  }
}
