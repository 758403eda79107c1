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
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** The command line in a process of its own, which signals can reach. */
final class PipelineProcess implements AutoCloseable {

  private static final Duration DEADLINE = Duration.ofMinutes(2);

  private final Process process;
  private final Path output;
  private final Path log;

  private PipelineProcess(Process process, Path output, Path log) {
    this.process = process;
    this.output = output;
    this.log = log;
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
    Path log = output.resolveSibling(output.getFileName() + ".log");
    List<String> command = new ArrayList<>(defaultSignals());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx512m");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-Ddeltacdc.launcher=true");
    command.add("-D" + LogFile.PROPERTY + "=" + log);
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(arg -> arg.startsWith("--add-"))
        .forEach(command::add);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(args));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    return new PipelineProcess(builder.start(), output, log);
  }

  /** Waits until something holds; fails when the process ends before. */
  void await(Callable<Boolean> condition) throws Exception {
    awaitOrEnd(condition);
    assertThat(process.isAlive()).as(output()).isTrue();
  }

  /** Waits until something holds, or the process ends. */
  void awaitOrEnd(Callable<Boolean> condition) throws Exception {
    try {
      Awaitility.await()
          .atMost(DEADLINE)
          .pollInterval(Duration.ofMillis(200))
          .until(() -> !process.isAlive() || condition.call());
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(output(), e);
    }
  }

  /** Where tests run in the background SIGINT is ignored, and by what they start too. */
  private static List<String> defaultSignals() throws IOException {
    List<String> command = List.of("env", "--default-signal=INT");
    try {
      Process attempt =
          new ProcessBuilder(Stream.concat(command.stream(), Stream.of("true")).toList()).start();
      return attempt.waitFor() == 0 ? command : List.of();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** SIGTERM, and what follows. */
  void terminate() throws Exception {
    signal("TERM");
  }

  /** Sends a signal; returns the exit code. */
  int signal(String name) throws Exception {
    String kill = "kill -s " + name + " " + process.pid();
    assertThat(new ProcessBuilder("sh", "-c", kill).start().waitFor()).isZero();
    return awaitEnd();
  }

  /** Waits for the end; returns the exit code. */
  int awaitEnd() throws Exception {
    assertThat(process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)).as(output()).isTrue();
    return process.exitValue();
  }

  /** SIGKILL. */
  void kill() throws Exception {
    process.destroyForcibly();
    assertThat(process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  String output() throws IOException {
    return Files.readString(output);
  }

  String log() throws IOException {
    return Files.readString(log);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
