/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HadoopSettingsTest {

  @TempDir Path folder;

  @Test
  void givenSettingsAreStrongerThanFilesAndFilesThanDefaults() throws IOException {
    file("core-site.xml", "fs.s3a.endpoint", "of core-site");
    file("hdfs-site.xml", "dfs.replication", "2");

    Configuration hadoop =
        HadoopSettings.load(
            Map.of("HADOOP_CONF_DIR", folder.toString()),
            Map.of("fs.s3a.path.style.access", "true"));

    assertThat(hadoop.get("fs.s3a.endpoint")).isEqualTo("of core-site");
    assertThat(hadoop.get("dfs.replication")).isEqualTo("2");
    assertThat(hadoop.get("fs.s3a.path.style.access")).isEqualTo("true");
    assertThat(hadoop.get("fs.defaultFS")).as("of core-default.xml").isEqualTo("file:///");
    assertThat(
            HadoopSettings.load(
                    Map.of("HADOOP_CONF_DIR", folder.toString()),
                    Map.of("fs.s3a.endpoint", "given"))
                .get("fs.s3a.endpoint"))
        .isEqualTo("given");
  }

  @Test
  void aFolderWithoutFilesOrNoFolderIsFine() {
    for (Map<String, String> environment :
        java.util.List.of(
            Map.<String, String>of(),
            Map.of("HADOOP_CONF_DIR", folder.resolve("missing").toString()))) {
      assertThat(HadoopSettings.load(environment, Map.of("a", "b")).get("a")).isEqualTo("b");
    }
  }

  private void file(String name, String key, String value) throws IOException {
    Files.writeString(
        folder.resolve(name),
        "<configuration><property><name>%s</name><value>%s</value></property></configuration>"
            .formatted(key, value));
  }
}
