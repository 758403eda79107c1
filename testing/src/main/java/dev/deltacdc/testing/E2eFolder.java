/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.testing;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.util.FileUtils;

/**
 * Where an end-to-end test writes: {@code target/e2e/NAME} with the lake in {@code lake}, and for
 * each table the rows it must hold, for the readers module: {@code TABLE.table.json} with the
 * types, {@code TABLE.jsonl} with the rows, {@code TABLE@VERSION.jsonl} with those of a version.
 */
public record E2eFolder(Path path) {
  /** An empty folder. */
  public static E2eFolder fresh(String name) throws IOException {
    Path path = Path.of("target", "e2e", name).toAbsolutePath();
    FileUtils.deleteDirectory(path.toFile());
    return new E2eFolder(Files.createDirectories(path));
  }

  public Path lake() {
    return path.resolve("lake");
  }

  public Path table(String name) {
    return lake().resolve(name);
  }

  /**
   * Writes down what other readers must find.
   *
   * @param columns Spark's SQL types by column
   * @param rows as {@link TableContent#line} writes them
   */
  public void expect(String table, Map<String, String> columns, List<String> rows)
      throws IOException {
    String name = table.replace('/', '.');
    Files.write(path.resolve(name + ".jsonl"), rows);
    Map<String, Object> description =
        Map.of("table", "lake/" + table, "rows", name + ".jsonl", "columns", columns);
    Files.writeString(
        path.resolve(name + ".table.json"), new JsonMapper().writeValueAsString(description));
  }

  /**
   * Writes down what other readers must find in every version that is kept.
   *
   * @param known rows by version where a model foresees them; the others are read with Delta Kernel
   */
  public void expectEveryVersion(String table, Map<Long, List<String>> known) throws IOException {
    for (long version = 0; version <= TableContent.newestVersion(table(table)); version++) {
      List<String> rows = known.get(version);
      Files.write(
          path.resolve(table.replace('/', '.') + "@" + version + ".jsonl"),
          rows == null ? TableContent.read(table(table), version) : rows);
    }
  }
}
