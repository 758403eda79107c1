/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.ours.upserts;

import dev.deltacdc.bench.common.Arguments;
import dev.deltacdc.bench.common.Trial;
import dev.deltacdc.bench.common.TrialProcess;
import dev.deltacdc.job.cli.Console;
import dev.deltacdc.job.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Our job: a pipeline file, run embedded as the launcher does, from an empty lake to the end of the
 * events. Argument {@code flow} is {@code upsert} (AUTO CDC into a table of the current state) or
 * {@code append} (the same rows, added without a key).
 */
public final class PipelineTrial implements Trial {

  private static final String UPSERT =
      """
      CREATE OR REFRESH STREAMING TABLE products;
      CREATE FLOW products_changes AS AUTO CDC INTO products
        FROM STREAM(feed) KEYS (id)
        APPLY AS DELETE WHEN op = 'D'
        SEQUENCE BY seq
        COLUMNS * EXCEPT (op)
        STORED AS SCD TYPE 1;
      """;

  private static final String APPEND =
      """
      CREATE OR REFRESH STREAMING TABLE products;
      CREATE FLOW products_rows AS INSERT INTO products
        SELECT id, name, stock, price, seq, updated_at FROM STREAM(feed);
      """;

  private final Path work;
  private final Feed feed;
  private final String flow;

  private PipelineTrial(Arguments arguments) {
    this.work = arguments.work();
    this.feed = Feed.of(arguments);
    this.flow = arguments.text("flow").equals("append") ? APPEND : UPSERT;
  }

  public static void main(String[] args) {
    TrialProcess.serve(args, PipelineTrial::new);
  }

  @Override
  public Map<String, Double> run() throws IOException {
    Path file = work.resolve("pipeline.sql");
    Files.writeString(file, feed.sql() + flow);
    Path lake = work.resolve("lake");
    Console console = new Console(System.err, System.err);
    int code = Main.execute(console, "run", file.toString(), "--lake", lake.toString());
    if (code != 0) {
      throw new IllegalStateException("The run ended with code " + code + ". See above.");
    }
    return RunCommits.of(lake).figures(feed.events().load(), feed.events().events());
  }
}
