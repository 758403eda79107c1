/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.report;

import dev.deltacdc.bench.common.TrialProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A process under test, seen from the runner. Its log is a file. */
final class SystemProcess implements AutoCloseable {

  private final SystemUnderTest system;
  private final Path log;
  private final Process process;
  private final BufferedReader answers;
  private final PrintWriter commands;

  private SystemProcess(SystemUnderTest system, Path log, Process process) {
    this.system = system;
    this.log = log;
    this.process = process;
    this.answers = process.inputReader(StandardCharsets.UTF_8);
    this.commands = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
  }

  /** Runs a program to its end; throws when it fails. */
  static void toEnd(Path bench, SystemUnderTest system, Map<String, String> arguments, Path log)
      throws IOException, InterruptedException {
    try (SystemProcess process = start(bench, system, arguments, log)) {
      process.answers.lines().forEach(line -> {});
      process.requireSuccess();
    }
  }

  /** Starts a trial and waits until it is ready. */
  static SystemProcess trial(
      Path bench, SystemUnderTest system, Map<String, String> arguments, Path log)
      throws IOException, InterruptedException {
    SystemProcess process = start(bench, system, arguments, log);
    process.expect(TrialProcess.READY);
    return process;
  }

  private static SystemProcess start(
      Path bench, SystemUnderTest system, Map<String, String> arguments, Path log)
      throws IOException {
    List<String> command =
        new ArrayList<>(system.command().isEmpty() ? java(bench, system) : system.command());
    arguments.forEach((name, value) -> command.add(name + "=" + value));
    Files.createDirectories(log.getParent());
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.to(log.toFile())).start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    return new SystemProcess(system, log, process);
  }

  private static List<String> java(Path bench, SystemUnderTest system) {
    Path module = bench.resolve(system.module());
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    Path options = module.resolve("jvm.options");
    if (Files.exists(options)) {
      command.add("@" + options);
    }
    command.addAll(system.jvm());
    command.add("-cp");
    command.add(module.resolve("target/classes") + ":" + module.resolve("target/lib") + "/*");
    command.add(system.main());
    return command;
  }

  Map<String, Double> run() throws IOException, InterruptedException {
    return ask(TrialProcess.RUN);
  }

  /** Figures of the whole trial, which ends. */
  Map<String, Double> stop() throws IOException, InterruptedException {
    Map<String, Double> summary = ask(TrialProcess.STOP);
    requireSuccess();
    return summary;
  }

  private Map<String, Double> ask(String command) throws IOException, InterruptedException {
    commands.println(command);
    return TrialProcess.parse(expect(TrialProcess.FIGURES));
  }

  /** The rest of an answer that begins so. */
  private String expect(String beginning) throws IOException, InterruptedException {
    String answer = answers.readLine();
    if (answer == null || !answer.startsWith(beginning)) {
      if (answer == null) {
        requireSuccess();
      }
      throw new IllegalStateException(
          system.name() + " said '" + answer + "', not '" + beginning + "'. Its log: " + log);
    }
    return answer.substring(beginning.length());
  }

  private void requireSuccess() throws InterruptedException {
    int status = process.waitFor();
    if (status != 0) {
      throw new IllegalStateException(
          system.name() + " ended with status " + status + ". The reason is in its log: " + log);
    }
  }

  @Override
  public void close() throws InterruptedException {
    process.destroy();
    process.waitFor();
  }
}
