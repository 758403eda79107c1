/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.delta.TableRule;
import dev.deltacdc.job.pipeline.Diagnostic;
import dev.deltacdc.job.pipeline.Rule;
import dev.deltacdc.job.testdata.TestdataFolder;
import dev.deltacdc.job.topology.StartRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * docs/errors.md is the catalogue of rules with the messages of the examples. After a change, write
 * it with {@code mvn -pl job -am -Dtest=ErrorsDocTest -Ddeltacdc.readme.write=true test}.
 */
class ErrorsDocTest {
  private static final boolean WRITE = Boolean.getBoolean("deltacdc.readme.write");
  private static final Path PAGE = TestdataFolder.repository().resolve("docs/errors.md");

  @TempDir private Path directory;

  @Test
  void everyRuleHasAnExample() throws IOException {
    assertThat(RuleExamples.all().keySet())
        .containsExactlyElementsOf(Arrays.stream(Rule.values()).map(Rule::id).toList());
  }

  @ParameterizedTest
  @EnumSource(Rule.class)
  void anExampleBreaksItsRuleAlone(Rule rule) throws IOException {
    assertThat(found(rule))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.rule()).as(found.toString()).isEqualTo(rule);
              assertThat(found.toString()).endsWith(" [" + rule.id() + "]");
            });
  }

  @Test
  void thePageIsTheOneOfTheRules() throws IOException {
    StringBuilder page = new StringBuilder();
    for (Rule.Area area : Rule.Area.values()) {
      page.append("\n## ").append(area.title()).append("\n\n");
      page.append("| name | rule | example of a message | what to do |\n|---|---|---|---|\n");
      for (Rule rule : Rule.values()) {
        if (rule.area() == area) {
          page.append(line(rule, found(rule).get(0)));
        }
      }
    }
    page.append("\n## At the start of a run\n\n");
    page.append("| name | rule |\n|---|---|\n");
    for (TableRule rule : TableRule.values()) {
      page.append(line(rule.id(), rule.sentence()));
    }
    for (StartRule rule : StartRule.values()) {
      page.append(line(rule.id(), rule.sentence()));
    }
    String start = "<!-- rules -->\n";
    String end = "<!-- end -->\n";
    String text = Files.readString(PAGE);
    int from = text.indexOf(start) + start.length();
    int to = text.indexOf(end);
    if (WRITE) {
      Files.writeString(PAGE, text.substring(0, from) + page + "\n" + text.substring(to));
      return;
    }
    assertThat(text.substring(from, to)).isEqualTo(page + "\n");
  }

  /** What is found in the rule's example; the error and the notice that goes with it are two. */
  private List<Diagnostic> found(Rule rule) throws IOException {
    return RuleExamples.diagnostics(RuleExamples.all().get(rule.id()), directory).stream()
        .filter(found -> (found.rule() == Rule.NOT_CHECKED) == (rule == Rule.NOT_CHECKED))
        .toList();
  }

  private static String line(String id, String sentence) {
    return "| `" + id + "` | " + text(sentence) + " |\n";
  }

  private static String line(Rule rule, Diagnostic example) {
    return "| `"
        + rule.id()
        + "`"
        + (example.isError() ? "" : " (notice)")
        + " | "
        + text(rule.sentence())
        + " | "
        + code(example.message())
        + " | "
        + (example.advice() == null ? "" : code(example.advice()))
        + " |\n";
  }

  private static String text(String sentence) {
    return sentence.replaceAll("([*<|])", "\\\\$1").replaceAll("\\w*_\\w+|\\$\\{[^}]*\\}", "`$0`");
  }

  private static String code(String message) {
    String fence = message.contains("`") ? "``" : "`";
    return fence + message.replace("|", "\\|") + fence;
  }
}
