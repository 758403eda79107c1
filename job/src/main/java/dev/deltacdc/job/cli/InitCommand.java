/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import dev.deltacdc.job.run.ExitCode;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "init",
    mixinStandardHelpOptions = true,
    description = "Writes a small pipeline and its feed into a folder, ready to run.",
    footer = {"", "Never overwrites a file.", "", "Example:", "  deltacdc init my-pipeline"})
final class InitCommand implements Callable<Integer> {
  private static final List<String> FILES =
      List.of("pipeline.sql", "feed/2026-01-01.csv", "feed/2026-01-02.csv");

  private final Console console;

  @Parameters(paramLabel = "DIR", description = "The folder; made when it is absent.")
  private Path folder;

  InitCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    for (String name : FILES) {
      if (Files.exists(folder.resolve(name))) {
        throw new CommandFailedException(
            ExitCode.INVALID,
            folder.resolve(name) + " exists; nothing was written. Name another folder.");
      }
    }
    for (String name : FILES) {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      try (InputStream content = InitCommand.class.getResourceAsStream("init/" + name)) {
        if (content == null) {
          throw new FileNotFoundException("init/" + name + " is missing in the jar.");
        }
        Files.copy(content, file);
      }
      console.out().println("wrote " + file);
    }
    console.out().println();
    console.out().println("Now try:");
    console.out().println("  deltacdc run " + folder.resolve("pipeline.sql"));
    console.out().println("  deltacdc show customers");
    console.out().println("  deltacdc show customers_daily --count --by snapshot_date");
    console.out().println("  deltacdc show customers_quarantine");
    return ExitCode.OK;
  }
}
