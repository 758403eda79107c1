/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.readers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** {@code deltacdc run} in a process of its own, as its launcher starts it. */
final class EmbeddedRun implements AutoCloseable {

  private static final Path JOB = Path.of("..", "job", "target");
  private static final long DEADLINE_SECONDS = 120;
  private static final long POLL_MILLIS = 200;

  private final Process process;
  private final Path output;

  private EmbeddedRun(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  static EmbeddedRun start(Path pipeline, Path lake, Path output) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-Ddeltacdc.launcher=true"));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-"))
        .forEach(command::add);
    String classPath = jar() + File.pathSeparator + JOB.resolve("embedded").resolve("lib") + "/*";
    command.addAll(List.of("-cp", classPath, "dev.deltacdc.job.cli.Main", "run"));
    command.addAll(List.of(pipeline.toString(), "--lake", lake.toString(), "--parallelism", "2"));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    return new EmbeddedRun(builder.start(), output);
  }

  private static Path jar() throws IOException {
    try (Stream<Path> files = Files.list(JOB)) {
      return files
          .filter(
              file -> file.getFileName().toString().matches("deltacdc-job-[^-]*(-SNAPSHOT)?.jar"))
          .findFirst()
          .orElseThrow();
    }
  }

  /** Waits until something holds; fails when the process ends before. */
  void await(Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    while (!condition.call()) {
      assertThat(process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)).as(output()).isFalse();
      assertThat(System.nanoTime()).as(output()).isLessThan(deadline);
    }
  }

  /** SIGTERM: the run takes a savepoint and ends. */
  void stop() throws Exception {
    process.destroy();
    assertThat(awaitEnd()).as(output()).isEqualTo(143);
  }

  /** Waits for the end; returns the exit code. */
  int awaitEnd() throws Exception {
    assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).as(output()).isTrue();
    return process.exitValue();
  }

  String output() throws IOException {
    return Files.readString(output);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
