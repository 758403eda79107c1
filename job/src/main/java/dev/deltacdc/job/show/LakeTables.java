/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.show;

import dev.deltacdc.job.pipeline.NearestWord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which tables a lake on this machine has, to say what the user may have meant. */
final class LakeTables {
  /** {@code catalog/schema/table}. */
  private static final int DEPTH = 3;

  private static final int MOST_NAMED = 12;

  private LakeTables() {}

  /** What to do about a table that the lake does not have. */
  static String advice(String lake, String table) {
    if (lake.contains(":")) {
      return "Is --lake right, and did a run fill it?";
    }
    if (!Files.isDirectory(Path.of(lake))) {
      return "There is no folder " + lake + ": --lake says where the tables are, a run makes them.";
    }
    List<String> tables = of(Path.of(lake));
    if (tables.isEmpty()) {
      return "There is no table in " + lake + ". Is --lake right, and did a run fill it?";
    }
    Optional<String> near = NearestWord.of(table, tables);
    return near.map(meant -> "Did you mean " + meant + "?")
        .orElseGet(
            () ->
                "The lake has "
                    + tables.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                    + (tables.size() > MOST_NAMED ? ", …" : "")
                    + ".");
  }

  private static List<String> of(Path lake) {
    try (Stream<Path> folders = Files.walk(lake, DEPTH)) {
      return folders
          .filter(folder -> Files.isDirectory(folder.resolve("_delta_log")))
          .map(folder -> lake.relativize(folder).toString().replace('\\', '/').replace('/', '.'))
          .filter(name -> !name.isEmpty())
          .sorted()
          .toList();
    } catch (IOException | UncheckedIOException e) {
      // No permission for a folder: then there is nothing to suggest.
      return List.of();
    }
  }
}
