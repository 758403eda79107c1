/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.report;

import java.util.List;
import java.util.Map;

/**
 * A process that is started for a scenario.
 *
 * @param name in the report
 * @param module folder below {@code bench/} whose class path it has
 * @param main its class: a trial, or in {@code prepare} a program that ends
 * @param command instead of module and main: another program in the folder {@code bench/}, which
 *     gets the same arguments
 * @param jvm options of its JVM, beside those of the module's {@code jvm.options}
 * @param arguments beside the parameters
 * @param most the largest values of parameters that it takes part with
 * @param note what a reader of the figures must know
 */
public record SystemUnderTest(
    String name,
    String module,
    String main,
    List<String> command,
    List<String> jvm,
    Map<String, String> arguments,
    Map<String, Long> most,
    String note) {

  public SystemUnderTest {
    if (command == null && (module == null || main == null)) {
      throw new IllegalArgumentException(
          "System '" + name + "' has neither a command nor a module and a main class.");
    }
    name = name == null ? module : name;
    command = command == null ? List.of() : command;
    jvm = jvm == null ? List.of() : jvm;
    arguments = arguments == null ? Map.of() : arguments;
    most = most == null ? Map.of() : most;
    note = note == null ? "" : note;
  }

  boolean takesPart(Map<String, String> parameters) {
    return most.entrySet().stream()
        .allMatch(entry -> Long.parseLong(parameters.get(entry.getKey())) <= entry.getValue());
  }
}
