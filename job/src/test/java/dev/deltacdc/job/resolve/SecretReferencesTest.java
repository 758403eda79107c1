/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.job.pipeline.Diagnostic;
import dev.deltacdc.job.pipeline.Diagnostics;
import dev.deltacdc.job.pipeline.Pipeline;
import dev.deltacdc.job.pipeline.PipelineParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretReferencesTest {

  private static final Map<String, String> ENVIRONMENT =
      Map.of("USER", "ana", "PASSWORD", "ana$\\1", "EMPTY", "");

  @TempDir Path folder;

  private final Diagnostics diagnostics = new Diagnostics("p.sql");

  @Test
  void standForVariablesAndFiles() throws Exception {
    Files.writeString(folder.resolve("token"), "s3cr3t\n");
    Files.writeString(folder.resolve("lines"), "a\r\nb\r\n");
    Path absolute = Files.writeString(folder.resolve("other"), "x");

    assertThat(option("user=${env:USER};password=${env:PASSWORD}"))
        .isEqualTo("user=ana;password=ana$\\1");
    assertThat(option("${file:token}${env:EMPTY}")).isEqualTo("s3cr3t");
    assertThat(option("${file:lines}")).isEqualTo("a\r\nb");
    assertThat(option("${file:" + absolute + "}")).isEqualTo("x");
    assertThat(diagnostics.all()).isEmpty();
  }

  @Test
  void leaveEverythingElseAlone() {
    for (String text : new String[] {"$USER", "${USER}", "${vault:a:b}", "$${x}", "${env:USER"}) {
      assertThat(option(text)).isEqualTo(text);
    }
    assertThat(diagnostics.all()).isEmpty();
  }

  @Test
  void workInSettings() {
    SecretReferences references = references();
    Pipeline pipeline =
        references.resolve(
            PipelineParser.parse("p.sql", "SET 's3.secret-key' = '${env:PASSWORD}';").pipeline());

    assertThat(pipeline.settings().get(0).value().text()).isEqualTo("ana$\\1");
    assertThat(references.resolve(Map.of("s3.access-key", "${env:USER}")))
        .containsEntry("s3.access-key", "ana");
    assertThat(diagnostics.hasErrors()).isFalse();
  }

  @Test
  void areNoticedWhereFlinkShowsTheValue() {
    references().resolve(Map.of("pipeline.name", "${env:USER}", "s3.secret-key", "${env:USER}"));

    assertThat(diagnostics.all())
        .singleElement()
        .asString()
        .contains("notice: Flink shows the value of 'pipeline.name'")
        .doesNotContain("ana");
  }

  @Test
  void toNothingAreErrorsAtTheValue() {
    option("${env:NOWHERE}");
    option("${file:nowhere}");
    option("${file:}");

    assertThat(diagnostics.all()).hasSize(3).allMatch(Diagnostic::isError);
    assertThat(diagnostics.all().toString())
        .contains("p.sql:1:35: The environment variable NOWHERE is not set.")
        .contains("p.sql:1:35: Cannot read the file nowhere: there is no such file.");
  }

  @Test
  void hideWhatTheyStoodFor() {
    SecretReferences references = references();
    references.resolve(Map.of("a", "${env:USER}", "b", "${env:PASSWORD}", "c", "${env:EMPTY}"));

    assertThat(references.hide("'ana$\\1' is no number, ana"))
        .isEqualTo("'${env:PASSWORD}' is no number, ${env:USER}");
  }

  private SecretReferences references() {
    return new SecretReferences(folder, ENVIRONMENT::get, diagnostics);
  }

  private String option(String value) {
    String sql = "CREATE TABLE t (id INT) WITH ('o'='" + value + "');";
    return references()
        .resolve(PipelineParser.parse("p.sql", sql).pipeline())
        .sources()
        .get(0)
        .options()
        .get("o");
  }
}
