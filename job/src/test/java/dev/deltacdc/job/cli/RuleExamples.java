/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import dev.deltacdc.job.pipeline.Diagnostic;
import dev.deltacdc.job.run.PipelineLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The pipeline files of {@code rules.sql}: one for each rule, which breaks it. */
final class RuleExamples {

  private static final Pattern NAME = Pattern.compile("(?m)^--- (.*)\n");

  private RuleExamples() {}

  /** Whole files by the names of rules, in the order of the resource. */
  static Map<String, String> all() throws IOException {
    String text = Files.readString(Path.of(RuleExamples.class.getResource("rules.sql").getPath()));
    List<MatchResult> names = NAME.matcher(text).results().toList();
    Map<String, String> files = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      int end = i + 1 < names.size() ? names.get(i + 1).start() : text.length();
      String before = text.substring(0, names.get(0).start());
      files.put(names.get(i).group(1), before + text.substring(names.get(i).end(), end));
    }
    return files;
  }

  /** What {@code validate} says of the file. */
  static List<Diagnostic> diagnostics(String text, Path directory) {
    Path file = directory.resolve("pipeline.sql");
    try {
      return PipelineLoader.load(Files.writeString(file, text), Map.of()).diagnostics();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
