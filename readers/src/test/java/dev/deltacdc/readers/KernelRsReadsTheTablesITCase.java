/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.readers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * delta-kernel-rs, inside ClickHouse, finds the same rows; skipped where node or the package is
 * missing.
 */
class KernelRsReadsTheTablesITCase {
  private static final Path FOLDER = Path.of("chdb").toAbsolutePath();

  static List<WrittenTable> tables() throws IOException {
    return WrittenTable.all();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("tables")
  void everyTableHasTheExpectedRows(WrittenTable written) throws Exception {
    assumeThat(FOLDER.resolve("node_modules/@chdb"))
        .as("skipped: 'npm ci' in readers/chdb has not installed ClickHouse (Linux on x86-64 only)")
        .isDirectory();
    assumeThat(hasNode()).as("skipped: there is no node on the path").isTrue();

    String columns = new JsonMapper().writeValueAsString(written.columns());
    Path output = Files.createTempFile(Path.of("target"), "kernel-rs", ".txt");
    Process node =
        new ProcessBuilder(
                "node",
                "compare.js",
                written.table().toString(),
                written.rows().toString(),
                columns)
            .directory(FOLDER.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(node.waitFor(3, TimeUnit.MINUTES)).as("ended in time").isTrue();
      assertThat(Files.readString(output, UTF_8).strip()).isEqualTo("equal");
      assertThat(node.exitValue()).isZero();
    } finally {
      node.destroyForcibly();
    }
  }

  private static boolean hasNode() throws InterruptedException {
    try {
      Process version = new ProcessBuilder("node", "--version").redirectErrorStream(true).start();
      return version.waitFor(30, TimeUnit.SECONDS) && version.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
