/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.ours;

import dev.deltacdc.bench.common.Arguments;
import dev.deltacdc.bench.common.Folders;
import dev.deltacdc.bench.common.Product;
import dev.deltacdc.bench.common.RandomRows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.types.RowKind;

/**
 * Makes a table that was upserted many times, and a compacted copy of it: {@code rows=N files=N
 * changes=N commits=N}.
 */
public final class BuildUpserted {

  private BuildUpserted() {}

  public static void main(String[] args) throws Exception {
    Arguments arguments = Arguments.of(args);
    Path upserted = arguments.table("upserted");
    Path compacted = arguments.table("compacted");
    if (!Files.exists(compacted)) {
      BuildTable.main(args);
      Folders.delete(upserted);
      Folders.copyTable(BuildTable.table(arguments), upserted);
      upsert(arguments, upserted);
      Path unfinished = compacted.resolveSibling(compacted.getFileName() + ".unfinished");
      Folders.delete(unfinished);
      ProductTable.compact(upserted, unfinished);
      Files.move(unfinished, compacted, StandardCopyOption.ATOMIC_MOVE);
    }
    // Flink's threads must not keep the process.
    System.exit(0);
  }

  private static void upsert(Arguments arguments, Path table) throws Exception {
    RandomRows rows = new RandomRows(arguments.number("rows"));
    Configuration configuration = EmbeddedFlink.configuration(arguments.work(), "hashmap");
    try (EmbeddedFlink flink = new EmbeddedFlink(configuration)) {
      flink.submit(CommitTrial.job(configuration, table));
      for (int i = 1; i <= arguments.number("commits"); i++) {
        int update = i;
        StepSource.emit(
            rows.next(Math.toIntExact(arguments.number("changes"))),
            number -> ProductTable.row(RowKind.UPDATE_AFTER, Product.of(number, update)),
            flink);
        flink.checkpoint();
        Commits.next(flink);
      }
      flink.cancel();
    }
  }
}
