/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.job.pipeline.TableName;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LakeTest {

  @Test
  void takesFlinksOptionsForHadoopOnly() {
    Lake lake =
        Lake.at(
            "s3a://bucket/lake",
            Map.of(
                "flink.hadoop.fs.s3a.endpoint", "e", "fs.s3a.endpoint", "f", "s3.endpoint", "g"));

    assertThat(lake.hadoop()).isEqualTo(Map.of("fs.s3a.endpoint", "e"));
  }

  @ParameterizedTest
  @CsvSource({
    "s3a://bucket/lake/, s3a://bucket/lake/a/b",
    "abfss://c@a.dfs.core.windows.net, abfss://c@a.dfs.core.windows.net/a/b",
    "/lake, /lake/a/b",
    "/, /a/b",
  })
  void tablesLieBelowIt(String location, String path) {
    assertThat(Lake.at(location).path(TableName.of("a", "b"))).isEqualTo(path);
  }

  @Test
  void aRelativeLocationStartsAtTheWorkingDirectory() {
    assertThat(Lake.at("x/../lake").uri()).isEqualTo(Path.of("lake").toAbsolutePath().toString());
  }
}
