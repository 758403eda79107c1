/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.common.upserts;

import dev.deltacdc.bench.common.Arguments;
import dev.deltacdc.bench.common.Folders;
import dev.deltacdc.bench.common.Trial;
import dev.deltacdc.bench.common.TrialProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A trial whose repetitions run in JVMs of their own, each with an empty work folder: what one
 * leaves on the heap neither helps nor hinders the next, and a system that waits for its turn needs
 * no memory. Give this process itself a small heap.
 *
 * <p>Arguments: {@code trial} is the class of the trial, {@code heap} the heap of its JVM, as
 * {@code 5g}.
 */
public final class FreshTrial implements Trial {

  private final Arguments arguments;

  private FreshTrial(Arguments arguments) {
    this.arguments = arguments;
  }

  public static void main(String[] args) {
    TrialProcess.serve(args, FreshTrial::new);
  }

  @Override
  public Map<String, Double> run() throws IOException, InterruptedException {
    Folders.delete(arguments.work());
    Files.createDirectories(arguments.work());
    Process process =
        new ProcessBuilder(command()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Thread end = new Thread(process::destroy);
    Runtime.getRuntime().addShutdownHook(end);
    try (BufferedReader answers = process.inputReader(StandardCharsets.UTF_8);
        PrintWriter commands =
            new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true)) {
      expect(answers, TrialProcess.READY);
      Map<String, Double> figures = new TreeMap<>(ask(TrialProcess.RUN, commands, answers));
      process
          .toHandle()
          .info()
          .totalCpuDuration()
          .ifPresent(cpu -> figures.put("cpuSeconds", cpu.toMillis() / 1e3));
      ask(TrialProcess.STOP, commands, answers)
          .forEach((name, value) -> figures.put("run" + capitalised(name), value));
      return figures;
    } finally {
      process.destroy();
      process.waitFor();
      Runtime.getRuntime().removeShutdownHook(end);
    }
  }

  /** The JVM options of this process, but its heap, hold for the other one. */
  private List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> !option.startsWith("-Xmx"))
        .forEach(command::add);
    // Both, as Flink starts its task managers: a heap that grows is collected whole each time.
    command.add("-Xms" + arguments.text("heap"));
    command.add("-Xmx" + arguments.text("heap"));
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(arguments.text("trial"));
    arguments.values().forEach((name, value) -> command.add(name + "=" + value));
    return command;
  }

  private static Map<String, Double> ask(
      String command, PrintWriter commands, BufferedReader answers) throws IOException {
    commands.println(command);
    return TrialProcess.parse(expect(answers, TrialProcess.FIGURES));
  }

  private static String expect(BufferedReader answers, String beginning) throws IOException {
    String answer = answers.readLine();
    if (answer == null || !answer.startsWith(beginning)) {
      throw new IllegalStateException(
          "The repetition's process said '" + answer + "', not '" + beginning + "'. See above.");
    }
    return answer.substring(beginning.length());
  }

  /** This process has figures of the same names. */
  private static String capitalised(String name) {
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }
}
