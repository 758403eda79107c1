/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.report;

import dev.deltacdc.bench.common.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Measures a scenario. All systems of a combination of parameters are there at the same time, each
 * in its own process, and work in turn: what the machine does meanwhile meets all of them.
 */
final class Runner {

  private final Path bench;
  private final Path data;
  private final String name;
  private final Scenario scenario;
  private final String start;
  private final String commit;
  private final Machine machine;

  /**
   * A runner of one scenario.
   *
   * @param bench the folder of the modules
   * @param data for shared data, logs and the systems' work
   */
  Runner(
      Path bench,
      Path data,
      String name,
      Scenario scenario,
      String start,
      String commit,
      Machine machine) {
    this.bench = bench;
    this.data = data;
    this.name = name;
    this.scenario = scenario;
    this.start = start;
    this.commit = commit;
    this.machine = machine;
  }

  List<Measurement> measure(Map<String, String> parameters)
      throws IOException, InterruptedException {
    say("%s %s", name, parameters);
    for (SystemUnderTest program : scenario.prepare()) {
      SystemProcess.toEnd(bench, program, arguments(program, parameters), log(program));
    }
    List<SystemUnderTest> systems =
        scenario.systems().stream().filter(system -> system.takesPart(parameters)).toList();
    List<SystemProcess> processes = new ArrayList<>();
    try {
      for (SystemUnderTest system : systems) {
        clear(work(system));
        processes.add(
            SystemProcess.trial(bench, system, arguments(system, parameters), log(system)));
        say("  %s is ready", system.name());
      }
      return measure(parameters, systems, processes);
    } finally {
      for (SystemProcess process : processes) {
        process.close();
      }
      for (SystemUnderTest system : systems) {
        clear(work(system));
      }
    }
  }

  private List<Measurement> measure(
      Map<String, String> parameters, List<SystemUnderTest> systems, List<SystemProcess> processes)
      throws IOException, InterruptedException {
    List<Map<String, List<Double>>> figures = new ArrayList<>();
    systems.forEach(system -> figures.add(new TreeMap<>()));
    for (int round = -scenario.warmUps(); round < scenario.rounds(); round++) {
      for (int i = 0; i < systems.size(); i++) {
        Map<String, Double> values = processes.get(i).run();
        if (round >= 0) {
          add(figures.get(i), values);
        }
        say("  %s %s %s", round(round), systems.get(i).name(), values);
      }
    }
    List<Measurement> measurements = new ArrayList<>();
    for (int i = 0; i < systems.size(); i++) {
      add(figures.get(i), processes.get(i).stop());
      SystemUnderTest system = systems.get(i);
      Measurement.Run run = new Measurement.Run(start, commit, machine, system.jvm());
      figures
          .get(i)
          .forEach(
              (metric, values) ->
                  measurements.add(
                      new Measurement(
                          name, system.name(), parameters, metric, values, system.note(), run)));
    }
    return measurements;
  }

  private static String round(int number) {
    return number < 0 ? "warm-up" : "round " + (number + 1);
  }

  private static void add(Map<String, List<Double>> figures, Map<String, Double> values) {
    values.forEach(
        (metric, value) -> figures.computeIfAbsent(metric, m -> new ArrayList<>()).add(value));
  }

  private Map<String, String> arguments(SystemUnderTest system, Map<String, String> parameters) {
    Map<String, String> arguments = new LinkedHashMap<>(parameters);
    arguments.putAll(system.arguments());
    arguments.put("data", data.resolve("shared").toString());
    arguments.put("work", work(system).toString());
    return arguments;
  }

  private Path work(SystemUnderTest system) {
    return data.resolve("work").resolve(name + "-" + system.name().replaceAll("\\W+", "-"));
  }

  private Path log(SystemUnderTest system) {
    String file = name + "-" + system.name() + "-" + program(system);
    return data.resolve("logs").resolve(file.replaceAll("[^\\w.]+", "-") + ".log");
  }

  private static String program(SystemUnderTest system) {
    return system.command().isEmpty()
        ? system.main().substring(system.main().lastIndexOf('.') + 1)
        : system.command().get(system.command().size() - 1);
  }

  private static void clear(Path folder) throws IOException {
    Folders.delete(folder);
    Files.createDirectories(folder);
  }

  private static void say(String format, Object... values) {
    System.out.printf(format + "%n", values);
  }
}
