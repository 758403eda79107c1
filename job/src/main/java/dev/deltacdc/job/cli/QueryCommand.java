/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import dev.deltacdc.job.run.ExitCode;
import dev.deltacdc.job.show.RowPrinter;
import dev.deltacdc.job.sql.LakeSql;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "query",
    mixinStandardHelpOptions = true,
    description =
        "Prints the result of a query in Flink SQL, in batch mode, over the lake's tables by name.",
    footer = {
      "",
      "Examples:",
      "  deltacdc query \"SELECT COUNT(*) FROM clientes\"",
      "  deltacdc query \"SELECT snapshot_date, COUNT(*) FROM produtos_diario GROUP BY"
          + " snapshot_date\"",
      "  deltacdc query \"SELECT * FROM sales.orders /*+ OPTIONS('versionAsOf' = '3') */\" --format"
          + " csv"
    })
final class QueryCommand implements Callable<Integer> {
  private static final int ROWS = 1_000;

  private final Console console;

  @Parameters(paramLabel = "SQL", description = "A query, such as SELECT ….")
  private String query;

  @Mixin private LakeOption lake;

  @Mixin private LakeSettingsOption set;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Rows to print at most. Default: 1000 in a table, all in other formats.")
  private Integer limit;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private RowPrinter.Format format;

  QueryCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    if (limit != null && limit < 0) {
      throw new CommandFailedException(ExitCode.INVALID, "--limit must not be negative.");
    }
    int atMost = format == RowPrinter.Format.table ? ROWS : Integer.MAX_VALUE;
    try {
      new LakeSql(lake.uri, FlinkSettings.with(set.settings), "query")
          .query(query, format, limit == null ? atMost : limit, console.out());
      return ExitCode.OK;
    } catch (IllegalArgumentException e) {
      throw new CommandFailedException(ExitCode.INVALID, e.getMessage());
    }
  }
}
