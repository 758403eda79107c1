/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.job.pipeline.Diagnostic;
import dev.deltacdc.job.pipeline.ParseResult;
import dev.deltacdc.job.pipeline.PipelineParser;
import dev.deltacdc.job.pipeline.Position;
import dev.deltacdc.job.pipeline.TableName;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.TableDescriptor;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;

/** Parses and resolves a text as {@code validate} does. */
final class Resolving {

  /** Columns of all kinds. */
  static final String SOURCE =
      """
      CREATE TABLE s (id INT, `value` STRING, n DECIMAL(10, 2), op STRING, ts TIMESTAMP_LTZ(6), m MAP<STRING, INT>)
      WITH ('connector' = 'filesystem', 'path' = 'p', 'format' = 'json');
      """;

  private Resolving() {}

  static Resolution resolution(String text) {
    ParseResult parsed = PipelineParser.parse("p.sql", text);
    Settings settings = Settings.read(parsed.pipeline(), "pipeline", Map.of());
    StreamTableEnvironment env =
        StreamTableEnvironment.create(StreamExecutionEnvironment.getExecutionEnvironment());
    Resolution resolution = Resolver.resolve(parsed.pipeline(), settings, env);
    TreeSet<Diagnostic> all = new TreeSet<>(parsed.diagnostics());
    all.addAll(resolution.diagnostics());
    return new Resolution(resolution.pipeline(), List.copyOf(all));
  }

  static ResolvedPipeline pipeline(String text) {
    Resolution resolution = resolution(text);
    assertThat(resolution.diagnostics()).isEmpty();
    return resolution.pipeline().orElseThrow();
  }

  /** Flink's plan of a view's query, as JSON. */
  static String plan(String text, String view) {
    ParseResult parsed = PipelineParser.parse("p.sql", text);
    StreamTableEnvironment env =
        StreamTableEnvironment.create(StreamExecutionEnvironment.getExecutionEnvironment());
    Settings settings = Settings.read(parsed.pipeline(), "pipeline", Map.of());
    ResolvedPipeline pipeline =
        Resolver.resolve(parsed.pipeline(), settings, env).pipeline().orElseThrow();
    PlannedQuery query = pipeline.flowsInto(TableName.of(view)).get(0).query();
    env.createTemporaryTable(
        "result",
        TableDescriptor.forConnector(PlanningModule.CONNECTOR)
            .schema(ViewResolver.schema(query.rowType()))
            .build());
    return query.table(env).insertInto("result").compilePlan().asJsonString();
  }

  static List<String> errors(String text) {
    return resolution(text).diagnostics().stream().map(Diagnostic::toString).toList();
  }

  /**
   * Fails unless a text behind {@link #SOURCE} has one error, where ^ marks it.
   *
   * @param part of the error's text
   */
  static void assertReported(String marked, String part) {
    String text = SOURCE + marked.replace("^", "");
    Position at = position(text, SOURCE.length() + marked.indexOf('^'));
    List<Diagnostic> found = resolution(text).diagnostics();
    assertThat(found.stream().filter(Diagnostic::isError))
        .as("%s", found)
        .singleElement()
        .satisfies(
            error -> {
              assertThat(error.position()).isEqualTo(at);
              assertThat(error.toString()).contains(part);
            });
  }

  static Position position(String text, int at) {
    int line = (int) text.substring(0, at).chars().filter(c -> c == '\n').count();
    return new Position(line + 1, at - text.lastIndexOf('\n', at - 1));
  }
}
