/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code bench/run}. */
@Command(
    name = "bench/run",
    description = "Measures scenarios and writes the report.",
    mixinStandardHelpOptions = true,
    subcommands = {Main.Measure.class, Main.Write.class})
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    System.exit(
        new CommandLine(new Main())
            .setExecutionExceptionHandler(
                (error, command, parsed) -> {
                  if (!(error instanceof IllegalArgumentException)
                      && !(error instanceof IllegalStateException)) {
                    throw error;
                  }
                  command.getErr().println(error.getMessage());
                  return 1;
                })
            .execute(args));
  }

  @Command(name = "measure", description = "Measures a scenario and keeps the results.")
  static final class Measure implements Callable<Integer> {

    @Parameters(paramLabel = "SCENARIO", description = "A file of bench/scenarios, without .json.")
    String name;

    @Option(
        names = "--set",
        paramLabel = "NAME=VALUES",
        description = "Other values of a parameter, separated by commas.")
    Map<String, String> parameters = new LinkedHashMap<>();

    @Option(names = "--systems", split = ",", description = "Only these, in this order.")
    List<String> systems;

    @Option(names = "--warm-ups", description = "Repetitions that don't count.")
    Integer warmUps;

    @Option(names = "--rounds", description = "Repetitions that count.")
    Integer rounds;

    @Option(
        names = "--data",
        description = "Folder for shared data, work and logs; default: bench/target.")
    Path data;

    @Option(names = "--bench", required = true, description = "The folder bench/ of the project.")
    Path bench;

    @Option(
        names = "--keep",
        negatable = true,
        defaultValue = "true",
        fallbackValue = "true",
        description = "Whether results are added to bench/results.")
    boolean keep;

    @Override
    public Integer call() throws IOException, InterruptedException {
      Path folder = bench.toAbsolutePath().normalize();
      Scenario scenario = chosen(Scenario.read(folder.resolve("scenarios"), name));
      Runner runner =
          new Runner(
              folder,
              (data == null ? folder.resolve("target") : data).toAbsolutePath(),
              name,
              scenario,
              Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
              commit(folder),
              Machine.current());
      Results results = new Results(folder.resolve("results"));
      for (Map<String, String> combination : scenario.combinations()) {
        List<Measurement> measurements = runner.measure(combination);
        Summary.print(measurements);
        if (keep) {
          results.append(name, measurements);
        }
      }
      return 0;
    }

    private Scenario chosen(Scenario scenario) {
      Map<String, List<String>> others = new LinkedHashMap<>();
      parameters.forEach((parameter, values) -> others.put(parameter, List.of(values.split(","))));
      Scenario all =
          scenario.with(
              others,
              warmUps == null ? scenario.warmUps() : warmUps,
              rounds == null ? scenario.rounds() : rounds);
      return systems == null ? all : all.only(systems);
    }

    private static String commit(Path folder) throws IOException, InterruptedException {
      Process git =
          new ProcessBuilder("git", "describe", "--always", "--dirty")
              .directory(folder.toFile())
              .start();
      String commit = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return git.waitFor() == 0 ? commit.trim() : "unknown";
    }
  }

  @Command(name = "report", description = "Writes docs/benchmarks.md from the results.")
  static final class Write implements Callable<Integer> {

    @Option(names = "--bench", required = true, description = "The folder bench/ of the project.")
    Path bench;

    @Override
    public Integer call() throws IOException {
      Path folder = bench.toAbsolutePath().normalize();
      new Report(folder, folder.resolveSibling("docs")).write();
      return 0;
    }
  }
}
