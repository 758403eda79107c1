/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {
  @ParameterizedTest
  @ValueSource(strings = {"init", "run", "validate", "graph", "show", "query", "sql", "runs"})
  void everyCommandHasHelpWithAnExample(String command) {
    Cli help = Cli.run(command, "--help");

    assertThat(help.code()).isZero();
    assertThat(help.out())
        .contains("Usage: deltacdc " + command)
        .containsPattern("Examples?:")
        .contains("  deltacdc " + command);
    assertThat(help.err()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'', Which command?",
    "shwo, Did you mean: deltacdc show?",
    "run, Missing required parameter: 'FILE'",
    "run a.sql b.sql, Unmatched argument at index 2: 'b.sql'",
    "run a.sql --paralelism 2, Unknown options: '--paralelism'",
    "run a.sql --parallelism two, is not an int",
    "run a.sql, There is no pipeline file a.sql",
    "run a.sql --refresh t, give --mode triggered. A run without a mode keeps no state",
    "run a.sql --mode continuous --refresh t, A continuous run would leave the other tables behind",
    "run a.sql --set x, --set",
    "graph a.sql --format svg, 'expected one of [text, mermaid, html]'",
    "sql, 'Give statements, or a file of them with --file.'",
    "query --limit -1 x, --limit must not be negative",
    "show t --by a, --by goes with --count",
    "show t --limit -1, --limit must not be negative",
    "show t --version -1, --version must not be negative",
  })
  void wrongUsageIsExplainedWithoutAStackTrace(String arguments, String message) {
    Cli wrong = Cli.run(arguments.isEmpty() ? new String[0] : arguments.split(" "));

    assertThat(wrong.code()).isEqualTo(2);
    assertThat(wrong.err()).contains(message).doesNotContain("\tat ").doesNotContain("Exception");
    assertThat(wrong.out()).isEmpty();
  }

  @Test
  void initNeverOverwrites(@TempDir Path folder) throws Exception {
    assertThat(Cli.run("init", folder.toString()).code()).isZero();
    assertThat(folder.resolve("pipeline.sql")).isNotEmptyFile();
    Files.writeString(folder.resolve("pipeline.sql"), "mine");

    Cli again = Cli.run("init", folder.toString());

    assertThat(again.code()).isEqualTo(2);
    assertThat(again.err()).contains("pipeline.sql exists; nothing was written");
    assertThat(folder.resolve("pipeline.sql")).hasContent("mine");
  }
}
