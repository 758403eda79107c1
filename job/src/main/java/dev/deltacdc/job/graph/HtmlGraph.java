/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.graph;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.deltacdc.job.graph.PipelineGraph.Node;
import dev.deltacdc.job.record.RunRecord;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A pipeline as one HTML page that needs nothing else: the graph, what is to be known of each node,
 * and what the newest run has counted. Its content security policy lets it load nothing and run no
 * script but its own.
 */
public final class HtmlGraph {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'").withZone(ZoneOffset.UTC);

  private final ResolvedPipeline pipeline;
  private final Optional<RunRecord> run;
  private final Html text;
  private final PipelineGraph graph;
  private final Map<String, NodeDetails> details;
  private final Map<String, NodeFigures> figures = new LinkedHashMap<>();
  private final Map<String, String> anchors = new LinkedHashMap<>();

  private HtmlGraph(
      ResolvedPipeline pipeline,
      Function<String, String> sql,
      Optional<RunRecord> run,
      UnaryOperator<String> hide) {
    this.text = new Html(hide);
    this.pipeline = pipeline;
    this.run = run;
    this.graph = PipelineGraph.of(pipeline);
    this.details = NodeDetails.of(pipeline, sql);
    for (Node node : graph.nodes()) {
      // Names may hold what is no id.
      anchors.put(node.name(), "node-" + anchors.size());
      figures.put(
          node.name(),
          run.map(record -> NodeFigures.of(node, details.get(node.name()), record))
              .orElse(NodeFigures.NONE));
    }
  }

  /**
   * The page.
   *
   * @param sql the statement of a view, table, snapshot or flow as the file has it, by {@code
   *     kind/name}
   * @param run the newest run, if there was any
   * @param hide takes what is secret out of a text
   */
  public static String print(
      ResolvedPipeline pipeline,
      Function<String, String> sql,
      Optional<RunRecord> run,
      UnaryOperator<String> hide) {
    return new HtmlGraph(pipeline, sql, run, hide).page();
  }

  private String page() {
    String script = resource("graph.js");
    String name = text.text(pipeline.settings().pipelineName());
    return """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
        style-src 'unsafe-inline'; script-src 'sha256-%s'">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>%s – pipeline</title>
        <style>
        %s</style>
        </head>
        <body>
        <header>
        <h1>%s</h1>
        %s</header>
        <main>
        <h2 class="hidden">Graph</h2>
        <div class="graph scroll" tabindex="-1">
        %s</div>
        <p class="hint">Choose a node to see its SQL, columns, expectations and counts.%s</p>
        %s%s</main>
        <script>%s</script>
        </body>
        </html>
        """
        .formatted(
            sha256(script),
            name,
            resource("graph.css"),
            name,
            summary(),
            GraphSvg.draw(graph, figures, anchors, text),
            countsOf(),
            sections(),
            overview(),
            script);
  }

  private String summary() {
    if (run.isEmpty()) {
      return "<p class=\"run\">No run of it is recorded in this lake.</p>\n";
    }
    RunRecord record = run.get();
    StringBuilder html = new StringBuilder("<p class=\"run\">");
    html.append("<span class=\"state state-%1$s\">%1$s</span> ".formatted(state(record)));
    if (!record.mode().isEmpty()) {
      html.append(text.text(record.mode())).append(" run, ");
    }
    record.startedAt().ifPresent(at -> html.append("started ").append(TIME.format(at)));
    record.took().ifPresent(took -> html.append(", took ").append(Html.duration(took)));
    html.append(", ").append(Html.number(record.commits().size())).append(" commits");
    html.append(" · run ").append(text.text(record.run())).append("</p>\n");
    record
        .error()
        .ifPresent(
            error -> html.append("<p class=\"error\">").append(text.text(error)).append("</p>\n"));
    return html.toString();
  }

  private String countsOf() {
    return run.map(
            record ->
                record.mode().equals("triggered")
                    ? " Counts are of this run."
                    : " Counts add up over this run and those whose state it went on from.")
        .orElse("");
  }

  private static String state(RunRecord record) {
    List<String> known = List.of("finished", "stopped", "failed", "running");
    return known.contains(record.state()) ? record.state() : "unknown";
  }

  private String sections() {
    StringBuilder html = new StringBuilder();
    for (Node node : graph.nodes()) {
      html.append(
          NodeSections.of(
              node,
              anchors.get(node.name()),
              details.get(node.name()),
              figures.get(node.name()),
              graph.edges(),
              text));
    }
    return html.toString();
  }

  /** The same in rows, for those who read rather than see. */
  private String overview() {
    StringBuilder html =
        new StringBuilder(
            "<h2>All nodes</h2>\n<div class=\"scroll\"><table class=\"overview\"><thead><tr>"
                + "<th scope=\"col\">Name</th><th scope=\"col\">Kind</th><th"
                + " scope=\"col\">Reads</th><th scope=\"col\">Newest run</th></tr></thead><tbody>\n");
    for (Node node : graph.nodes()) {
      NodeFigures of = figures.get(node.name());
      String reads =
          String.join(
              ", ", graph.into(node).stream().map(PipelineGraph.Edge::from).distinct().toList());
      String counted = String.join("; ", of.lines());
      html.append("<tr><td><a href=\"#%s\">".formatted(anchors.get(node.name())))
          .append(text.text(node.name()))
          .append("</a></td><td>")
          .append(text.text(node.kind().toString()))
          .append("</td><td>")
          .append(text.text(reads))
          .append("</td><td>")
          .append(text.text(counted));
      if (!of.warning().isEmpty()) {
        html.append(" <span class=\"warning\">⚠ ")
            .append(text.text(of.warning()))
            .append("</span>");
      }
      html.append("</td></tr>\n");
    }
    return html.append("</tbody></table></div>\n").toString();
  }

  private static String sha256(String script) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(script.getBytes(UTF_8));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }

  private static String resource(String name) {
    try (InputStream in = HtmlGraph.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
