/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import dev.deltacdc.job.run.ExitCode;
import dev.deltacdc.job.sql.LakeSql;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "sql",
    mixinStandardHelpOptions = true,
    description = {
      "Runs statements of Flink SQL, in batch mode, on the lake's tables by name.",
      "",
      "CREATE TABLE makes a Delta table in the lake, INSERT INTO adds rows to one."
    },
    footer = {
      "",
      "Exit code: 0 all done, 1 a statement failed, 2 a statement is wrong; what was done before it"
          + " stays.",
      "",
      "Examples:",
      "  deltacdc sql \"CREATE TABLE tickets (id INT, amount DOUBLE)\"",
      "  deltacdc sql \"INSERT INTO tickets VALUES (1, 9.50)\"",
      "  deltacdc sql --file testdata/tickets/bronze.sql --lake /data/lake"
    })
final class SqlCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      paramLabel = "SQL",
      arity = "0..1",
      description = "Statements, with semicolons between them.")
  private String statements;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "A file of statements, in the place of SQL.")
  private Path file;

  @Mixin private LakeOption lake;

  @Mixin private LakeSettingsOption set;

  SqlCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    if ((statements == null) == (file == null)) {
      throw new CommandFailedException(
          ExitCode.INVALID, "Give statements, or a file of them with --file.");
    }
    String text = file == null ? statements : text();
    try {
      int done =
          new LakeSql(
                  lake.uri,
                  FlinkSettings.with(set.settings),
                  file == null ? "sql" : file.toString())
              .run(text);
      console.out().println(done == 1 ? "1 statement done." : done + " statements done.");
      return ExitCode.OK;
    } catch (IllegalArgumentException e) {
      throw new CommandFailedException(ExitCode.INVALID, e.getMessage());
    }
  }

  private String text() throws IOException {
    try {
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new CommandFailedException(
          ExitCode.INVALID, file + " is not UTF-8 text. Save it as UTF-8.");
    }
  }
}
