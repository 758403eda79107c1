/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.report;

import dev.deltacdc.bench.common.Trial;
import dev.deltacdc.bench.common.TrialProcess;
import java.util.Map;

/** A process under test that counts its repetitions from {@code from=N}. */
public final class CountingTrial implements Trial {

  private double value;

  private CountingTrial(long from) {
    value = from;
  }

  public static void main(String[] args) {
    TrialProcess.serve(
        args,
        arguments -> {
          System.out.println("goes to the log");
          return new CountingTrial(arguments.number("from"));
        });
  }

  @Override
  public Map<String, Double> run() {
    return Map.of("count", value++);
  }

  @Override
  public Map<String, Double> summary() {
    return Map.of("end", value);
  }
}
