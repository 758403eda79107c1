/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.job.cli.Main;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** The command line in a process of its own, which signals can reach. */
final class PipelineProcess implements AutoCloseable {

  private static final Duration DEADLINE = Duration.ofMinutes(2);

  private final Process process;
  private final Path output;

  private PipelineProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /**
   * Starts a command.
   *
   * @param output file for all that it prints
   */
  static PipelineProcess start(Path output, String... args) throws IOException {
    return start(output, Map.of(), args);
  }

  /** The same with variables in its environment. */
  static PipelineProcess start(Path output, Map<String, String> environment, String... args)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx512m");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-Ddeltacdc.launcher=true");
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(arg -> arg.startsWith("--add-"))
        .forEach(command::add);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(args));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    return new PipelineProcess(builder.start(), output);
  }

  /** Waits until something holds; fails when the process ends before. */
  void await(Callable<Boolean> condition) throws Exception {
    try {
      Awaitility.await()
          .atMost(DEADLINE)
          .pollInterval(Duration.ofMillis(200))
          .until(() -> !process.isAlive() || condition.call());
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(output(), e);
    }
    assertThat(process.isAlive()).as(output()).isTrue();
  }

  /** Waits for its end; the exit code. */
  int end() throws Exception {
    assertThat(process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)).as(output()).isTrue();
    return process.exitValue();
  }

  /** SIGTERM, and what follows. */
  void terminate() throws Exception {
    process.destroy();
    assertThat(process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)).as(output()).isTrue();
  }

  /** SIGKILL. */
  void kill() throws Exception {
    process.destroyForcibly();
    assertThat(process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  String output() throws IOException {
    return Files.readString(output);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
