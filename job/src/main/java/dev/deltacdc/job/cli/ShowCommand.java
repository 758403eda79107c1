/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import dev.deltacdc.job.run.ExitCode;
import dev.deltacdc.job.show.LakePath;
import dev.deltacdc.job.show.RowPrinter;
import dev.deltacdc.job.show.Rows;
import dev.deltacdc.job.show.TableQuery;
import dev.deltacdc.job.topology.Lake;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "show",
    description = "Prints rows of a Delta table, whoever wrote it; deleted rows are left out.",
    footer = {
      "",
      "Examples:",
      "  deltacdc show clientes",
      "  deltacdc show clientes --where \"id < 10 AND valor IS NOT NULL\"",
      "  deltacdc show clientes --count",
      "  deltacdc show clientes_diario --count --by snapshot_date",
      "  deltacdc show clientes_diario --where \"snapshot_date = DATE '2026-01-05'\"",
      "  deltacdc show /data/lake/clientes --version 3 --limit 100 --format csv"
    })
final class ShowCommand implements Callable<Integer> {
  private static final int ROWS = 20;

  private final Console console;

  @Parameters(
      paramLabel = "TABLE",
      description = "A table of the lake (name, schema.name), or the path or URI of a table.")
  private String table;

  @Mixin private LakeOption lake;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "A setting of the lake's file system, such as flink.hadoop.fs.s3a.endpoint. May be"
              + " repeated.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = "--version",
      paramLabel = "N",
      description = "The table as of this version. Default: the newest.")
  private Long version;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Rows to print at most. Default: 20; with --by, all.")
  private Integer limit;

  @Option(
      names = "--where",
      paramLabel = "CONDITION",
      description = "Only rows that fulfil a condition in Flink SQL.")
  private String where;

  @Option(names = "--count", description = "The number of rows instead of the rows.")
  private boolean count;

  @Option(
      names = "--by",
      paramLabel = "COLUMN",
      split = ",",
      description = "With --count: per value of these columns.")
  private List<String> by = List.of();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private RowPrinter.Format format;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  @SuppressWarnings("UnusedVariable") // picocli looks at it
  private boolean help;

  ShowCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    if (version != null && version < 0) {
      throw new CommandFailedException(ExitCode.INVALID, "--version must not be negative.");
    }
    if (limit != null && limit < 0) {
      throw new CommandFailedException(ExitCode.INVALID, "--limit must not be negative.");
    }
    if (!by.isEmpty() && !count) {
      throw new CommandFailedException(ExitCode.INVALID, "--by goes with --count.");
    }
    try {
      TableQuery query =
          TableQuery.open(
              LakePath.of(table, lake.uri),
              hadoop(),
              version == null ? OptionalLong.empty() : OptionalLong.of(version));
      if (!by.isEmpty()) {
        Rows counts = query.countBy(by, where);
        RowPrinter.of(format).print(limit == null ? counts : counts.first(limit), console.out());
      } else if (count) {
        console.out().println(query.count(where));
      } else {
        Rows rows = query.rows(where, limit == null ? ROWS : limit);
        RowPrinter.of(format).print(rows, console.out());
      }
      return ExitCode.OK;
    } catch (IllegalArgumentException e) {
      throw new CommandFailedException(ExitCode.INVALID, e.getMessage());
    }
  }

  /** Of the cluster, after {@code flink run}, and of the command line. */
  private Map<String, String> hadoop() {
    for (String key : settings.keySet()) {
      if (!key.startsWith(Lake.HADOOP)) {
        throw new CommandFailedException(
            ExitCode.INVALID,
            "'" + key + "' means nothing to show, only " + Lake.HADOOP + "KEY does.");
      }
    }
    return Lake.at(lake.uri, FlinkSettings.with(settings)).hadoop();
  }
}
