/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of the pages about pipeline files are what they claim. */
class PipelineFileDocTest {

  @ParameterizedTest
  @ValueSource(strings = {"pipeline-file.md", "kafka.md"})
  void everyExampleResolves(String page) throws IOException {
    List<String> examples = blocks(page, "sql");
    assertThat(examples).isNotEmpty();
    for (String example : examples) {
      // Some show a source only.
      assertThat(Resolving.errors(example))
          .filteredOn(error -> !error.contains("The file fills no table"))
          .isEmpty();
    }
  }

  @Test
  void theErrorsShownAreThoseReported() throws IOException {
    List<String> shown = blocks("pipeline-file.md", "text").get(0).lines().toList();
    assertThat(Resolving.errors(blocks("pipeline-file.md", "sql-with-errors").get(0)))
        .containsExactlyElementsOf(
            shown.stream().map(line -> line.replace("pipeline.sql:", "p.sql:")).toList());
  }

  private static List<String> blocks(String page, String language) throws IOException {
    Matcher matcher =
        Pattern.compile("(?s)```" + language + "\n(.*?)```").matcher(Files.readString(page(page)));
    return matcher.results().map(result -> result.group(1)).toList();
  }

  private static Path page(String name) {
    Path page = Path.of("docs", name);
    return Files.exists(page) ? page : Path.of("..").resolve(page);
  }
}
