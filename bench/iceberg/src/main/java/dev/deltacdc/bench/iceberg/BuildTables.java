/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.iceberg;

import dev.deltacdc.bench.common.Arguments;
import dev.deltacdc.bench.common.Folders;
import dev.deltacdc.bench.common.Product;
import dev.deltacdc.bench.common.RandomRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.RowDelta;

/**
 * Makes a table that was upserted many times, as two writers of Iceberg's Flink sink in upsert mode
 * leave it, and one with the same rows and no deletes: {@code rows=N files=N changes=N commits=N}.
 */
public final class BuildTables {

  private static final int WRITERS = 2;

  private final long rows;
  private final int files;
  private final int[] updates;

  private BuildTables(Arguments arguments) {
    rows = arguments.number("rows");
    files = Math.toIntExact(arguments.number("files"));
    updates = new int[Math.toIntExact(rows)];
  }

  public static void main(String[] args) throws IOException {
    Arguments arguments = Arguments.of(args);
    Path finished =
        arguments
            .table("iceberg")
            .resolveSibling(arguments.table("iceberg").getFileName() + ".finished");
    if (!Files.exists(finished)) {
      new BuildTables(arguments).build(arguments);
      Files.createFile(finished);
    }
  }

  /** Iceberg's files name each other by their full paths: a table cannot be moved. */
  private void build(Arguments arguments) throws IOException {
    Path upserted = arguments.table("iceberg-upserted");
    Path compacted = arguments.table("iceberg-compacted");
    Folders.delete(upserted);
    Folders.delete(compacted);
    ProductTable table = ProductTable.create(upserted);
    fill(table);
    RandomRows random = new RandomRows(rows);
    for (int i = 1; i <= arguments.number("commits"); i++) {
      upsert(table, random.next(Math.toIntExact(arguments.number("changes"))), i);
    }
    fill(ProductTable.create(compacted));
  }

  private void fill(ProductTable table) throws IOException {
    AppendFiles append = table.table().newAppend();
    for (int i = 0; i < files; i++) {
      LongStream numbers = LongStream.range(rows * i / files, rows * (i + 1) / files);
      append.appendFile(
          table.write(numbers.mapToObj(number -> Product.of(number, updates[(int) number]))));
    }
    append.commit();
  }

  /** The sink knows no positions: it deletes each key and adds its row. */
  private void upsert(ProductTable table, long[] numbers, int update) throws IOException {
    RowDelta delta = table.table().newRowDelta();
    for (int i = 0; i < WRITERS; i++) {
      long[] part =
          Arrays.copyOfRange(
              numbers, numbers.length * i / WRITERS, numbers.length * (i + 1) / WRITERS);
      for (long number : part) {
        updates[(int) number] = update;
      }
      delta.addRows(
          table.write(LongStream.of(part).mapToObj(number -> Product.of(number, update))));
      delta.addDeletes(table.delete(LongStream.of(part).mapToObj(Product::id)));
    }
    delta.commit();
  }
}
