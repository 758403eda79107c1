/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A command of {@code deploy/local}, and the processes that it starts. */
final class Command {

  private static final long MINUTES = 5;
  private static final Path LOCAL = Path.of("..", "deploy", "local").toAbsolutePath().normalize();

  private final String name;
  private final Path home;
  private final Map<String, String> environment;

  /**
   * @param home where the cluster or broker lives
   */
  Command(String name, Path home) {
    this(name, home, Map.of());
  }

  /** The same with variables in its environment. */
  Command(String name, Path home, Map<String, String> environment) {
    this.name = name;
    this.home = home;
    this.environment = environment;
  }

  /** Runs it to its end, which must be good; returns what it printed. */
  String run(String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(LOCAL.resolve(name).toString()));
    command.addAll(List.of(args));
    Path output = Files.createTempFile(home.getParent(), name, ".out");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder
        .environment()
        .put(name.equals("kafka") ? "DELTACDC_KAFKA" : "DELTACDC_CLUSTER", home.toString());
    builder.environment().putAll(environment);
    Process process = builder.start();
    boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
    if (!ended) {
      process.destroyForcibly();
    }
    String printed = Files.readString(output);
    Files.delete(output);
    assertThat(ended && process.exitValue() == 0)
        .as("%s: %s", String.join(" ", command), printed)
        .isTrue();
    return printed;
  }

  /** Ends a process with SIGKILL and waits until it is gone. */
  void kill(String pidFile) throws Exception {
    long pid = Long.parseLong(Files.readString(home.resolve(pidFile)).strip());
    ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
    process.destroyForcibly();
    process.onExit().get(1, TimeUnit.MINUTES);
  }

  Path home() {
    return home;
  }
}
