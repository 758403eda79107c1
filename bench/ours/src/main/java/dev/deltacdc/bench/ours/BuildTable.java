/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.ours;

import dev.deltacdc.bench.common.Arguments;
import dev.deltacdc.bench.common.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Makes the table that all systems begin with: {@code rows=N files=N}. */
public final class BuildTable {

  private BuildTable() {}

  public static void main(String[] args) throws IOException {
    Arguments arguments = Arguments.of(args);
    Path table = table(arguments);
    if (Files.exists(table)) {
      return;
    }
    Path unfinished = table.resolveSibling(table.getFileName() + ".unfinished");
    Folders.delete(unfinished);
    Files.createDirectories(unfinished.getParent());
    ProductTable.create(
        unfinished, arguments.number("rows"), Math.toIntExact(arguments.number("files")));
    Files.move(unfinished, table, StandardCopyOption.ATOMIC_MOVE);
  }

  static Path table(Arguments arguments) {
    return arguments
        .data()
        .resolve("products-" + arguments.text("rows") + "-" + arguments.text("files"));
  }
}
