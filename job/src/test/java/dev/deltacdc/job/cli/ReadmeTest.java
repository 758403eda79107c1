/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.job.resolve.SettingOptions;
import dev.deltacdc.job.source.FormatOptions;
import dev.deltacdc.job.testdata.TestdataFolder;
import dev.deltacdc.sink.DeltaSinkOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.description.HtmlFormatter;
import org.apache.flink.util.TimeUtils;
import org.junit.jupiter.api.Test;

/**
 * The README's code and options are those of the repository. After a change, write them with {@code
 * mvn -pl job -am -Dtest=ReadmeTest -Ddeltacdc.readme.write=true test}.
 */
class ReadmeTest {
  private static final boolean WRITE = Boolean.getBoolean("deltacdc.readme.write");
  private static final Path README = TestdataFolder.repository().resolve("README.md");

  @Test
  void theOptionsAreThoseOfTheCode() throws IOException {
    assertBlock(
        "options",
        table(Stream.concat(SettingOptions.all().stream(), DeltaSinkOptions.ALL.stream())));
    assertBlock("source options", table(FormatOptions.ALL.stream()));
  }

  @Test
  void thePipelineIsTheOneThatTheTestsRun() throws IOException {
    String file = "testdata/clientes/pipeline.sql";

    assertBlock(
        "file " + file,
        "```sql\n" + Files.readString(TestdataFolder.repository().resolve(file)) + "```\n");
  }

  @Test
  void theFilesItLinksToExist() throws IOException {
    Matcher link = Pattern.compile("\\]\\(([^)#]+)\\)").matcher(Files.readString(README));
    while (link.find()) {
      assertThat(TestdataFolder.repository().resolve(link.group(1))).exists();
    }
  }

  @Test
  void theTestsItNamesExist() throws IOException {
    List<String> named =
        Pattern.compile("`(\\w+(?:Test|ITCase))`")
            .matcher(Files.readString(README))
            .results()
            .map(m -> m.group(1) + ".java")
            .toList();
    Set<String> files = new HashSet<>();
    for (String module : List.of("functions", "sink", "job", "e2e", "readers")) {
      Path tests = TestdataFolder.repository().resolve(module).resolve("src/test/java");
      try (Stream<Path> paths = Files.walk(tests)) {
        paths.forEach(path -> files.add(path.getFileName().toString()));
      }
    }
    assertThat(named).isNotEmpty();
    assertThat(files).containsAll(named);
  }

  /** Messages are looked for in the sources, piece by piece between what varies. */
  @Test
  void theMessagesItExplainsExist() throws IOException {
    String readme = Files.readString(README);
    String section =
        readme.substring(
            readme.indexOf("\n## Troubleshooting"), readme.indexOf("\n## The repository"));
    String sources = sources();
    List<String> pieces =
        Pattern.compile("(?m)^\\| ([^|]*) \\|")
            .matcher(section)
            .results()
            .flatMap(row -> Pattern.compile("`([^`]+)`").matcher(row.group(1)).results())
            // The values of an example stand for any others.
            .flatMap(message -> Stream.of(message.group(1).split("…|flow facts, column share: ")))
            .map(String::strip)
            .filter(piece -> piece.length() > 3)
            .toList();
    assertThat(pieces).hasSizeGreaterThan(10);
    assertThat(pieces).allSatisfy(piece -> assertThat(sources).contains(piece));
  }

  /** Main sources and launcher, with the parts of each string put together. */
  private static String sources() throws IOException {
    StringBuilder all = new StringBuilder("ArithmeticException: / by zero"); // Java's own
    for (String folder :
        List.of(
            "functions/src/main/java",
            "delta/src/main/java",
            "sink/src/main/java",
            "job/src/main/java",
            "deploy/local")) {
      try (Stream<Path> files = Files.walk(TestdataFolder.repository().resolve(folder))) {
        for (Path file :
            files
                .filter(Files::isRegularFile)
                .filter(file -> !file.toString().contains("/target/"))
                .toList()) {
          all.append(Files.readString(file));
        }
      }
    }
    return all.toString()
        .replaceAll("\"\\s*\\+\\s*\"", "")
        .replace("%s", "…")
        .replace("\\\"", "\"");
  }

  private static void assertBlock(String name, String content) throws IOException {
    String readme = Files.readString(README);
    Pattern block =
        Pattern.compile(
            "(<!-- " + Pattern.quote(name) + " -->\n)(.*?)(<!-- end -->)", Pattern.DOTALL);
    Matcher found = block.matcher(readme);
    assertThat(found.find()).as("the README's part " + name).isTrue();
    if (WRITE) {
      Files.writeString(
          README, readme.substring(0, found.start(2)) + content + readme.substring(found.end(2)));
      return;
    }
    assertThat(found.group(2)).isEqualTo(content);
  }

  private static String table(Stream<ConfigOption<?>> options) {
    return options
        .map(ReadmeTest::line)
        .collect(Collectors.joining("", "| key | default | |\n|---|---|---|\n", ""));
  }

  private static String line(ConfigOption<?> option) {
    String description = new HtmlFormatter().format(option.description()).replace("|", "\\|");
    return "| `"
        + option.key()
        + "` | "
        + value(option.defaultValue())
        + " | "
        + description
        + " |\n";
  }

  private static String value(Object value) {
    if (value == null) {
      return "";
    }
    String text =
        value instanceof Duration duration
            ? TimeUtils.formatWithHighestUnit(duration)
            : value instanceof Enum<?> constant
                ? constant.toString().toLowerCase(java.util.Locale.ROOT)
                : value.toString();
    return "`" + text + "`";
  }

  @Test
  void everyCommandOfTheReadmeIsOne() throws IOException {
    List<String> commands =
        Pattern.compile("(?m)^(?:deploy/local/)?deltacdc (\\w+)")
            .matcher(Files.readString(README))
            .results()
            .map(m -> m.group(1))
            .toList();

    assertThat(commands)
        .isNotEmpty()
        .allSatisfy(command -> assertThat(Cli.run(command, "--help").code()).isZero());
  }
}
