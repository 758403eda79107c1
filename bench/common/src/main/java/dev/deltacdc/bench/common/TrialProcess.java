/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.common;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The process of a trial. It says {@code ready} on its standard output, then waits for {@code run}
 * on its standard input and answers each with the figures of one repetition, {@code
 * figures=name=value name=value}. At {@code stop}, or when the runner is gone, it answers with
 * those of the whole trial and ends. All other output goes to the error stream.
 */
public final class TrialProcess {

  public static final String READY = "ready";
  public static final String RUN = "run";
  public static final String STOP = "stop";
  public static final String FIGURES = "figures=";

  private TrialProcess() {}

  /** To be called by the main method of a trial; ends the JVM. */
  public static void serve(String[] args, Trial.Factory factory) {
    PrintStream answers = System.out;
    System.setOut(System.err);
    int status = 0;
    try (Trial trial = factory.open(Arguments.of(args))) {
      answers.println(READY);
      serve(trial, answers);
    } catch (Throwable e) {
      e.printStackTrace();
      status = 1;
    }
    // Threads of embedded engines must not keep the process.
    System.exit(status);
  }

  private static void serve(Trial trial, PrintStream answers) throws Exception {
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String command = commands.readLine();
    while (RUN.equals(command)) {
      answers.println(FIGURES + format(trial.run()));
      command = commands.readLine();
    }
    Map<String, Double> summary = new TreeMap<>(trial.summary());
    summary.put("peakMemoryMb", peakMemoryMb());
    answers.println(FIGURES + format(summary));
  }

  /** The most physical memory that this process has had; Linux only, else 0. */
  private static double peakMemoryMb() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return 0;
    }
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith("VmHWM:")) {
        return Double.parseDouble(line.replaceAll("\\D", "")) / 1024;
      }
    }
    return 0;
  }

  /** Figures as one line. */
  public static String format(Map<String, Double> figures) {
    StringBuilder line = new StringBuilder();
    new TreeMap<>(figures)
        .forEach((name, value) -> line.append(name).append('=').append(value).append(' '));
    return line.toString().trim();
  }

  /** The reverse of {@link #format}. */
  public static Map<String, Double> parse(String line) {
    Map<String, Double> figures = new TreeMap<>();
    for (String part : line.split(" ", -1)) {
      if (!part.isEmpty()) {
        int equals = part.indexOf('=');
        figures.put(part.substring(0, equals), Double.valueOf(part.substring(equals + 1)));
      }
    }
    return figures;
  }
}
