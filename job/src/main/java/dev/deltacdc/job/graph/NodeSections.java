/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.graph;

import dev.deltacdc.job.graph.NodeDetails.Expected;
import dev.deltacdc.job.graph.NodeDetails.FlowDetails;
import dev.deltacdc.job.graph.PipelineGraph.Edge;
import dev.deltacdc.job.graph.PipelineGraph.Node;
import dev.deltacdc.job.record.RecordedCommit;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.table.types.logical.RowType;

/** What the page says of each node, below the graph. */
final class NodeSections {

  private static final int MOST_COMMITS = 20;
  private static final int MOST_RANGES = 5;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

  private final StringBuilder html = new StringBuilder();
  private final Html text;

  private NodeSections(Html text) {
    this.text = text;
  }

  /**
   * @param anchor id of the section
   * @param edges of the graph, to tell what the node reads
   */
  static String of(
      Node node,
      String anchor,
      NodeDetails details,
      NodeFigures figures,
      List<Edge> edges,
      Html text) {
    NodeSections sections = new NodeSections(text);
    sections.node(node, anchor, details, figures, edges);
    return sections.html.toString();
  }

  private void node(
      Node node, String anchor, NodeDetails details, NodeFigures figures, List<Edge> edges) {
    String kind = node.kind().name().toLowerCase(Locale.ROOT);
    html.append(
        "<section class=\"details kind-%s\" id=\"%s\" tabindex=\"-1\" aria-labelledby=\"%s-h\">\n"
            .formatted(kind, anchor, anchor));
    html.append("<h3 id=\"%s-h\">".formatted(anchor))
        .append("<span class=\"badge\">")
        .append(text.text(node.kind().toString()))
        .append("</span> ")
        .append(text.text(node.name()))
        .append("</h3>\n<div class=\"columns\"><div>\n");
    if (details.comment() != null) {
      paragraph(details.comment());
    }
    node.details().stream().filter(line -> !line.startsWith("expects ")).forEach(this::paragraph);
    String read =
        edges.stream()
            .filter(edge -> edge.to().equals(node.name()))
            .map(Edge::from)
            .distinct()
            .collect(Collectors.joining(", "));
    if (!read.isEmpty()) {
      paragraph("Reads " + read + ".");
    }
    counts(CountLabels.of(figures.counts()));
    expectations(
        Stream.concat(
                details.expectations().stream(),
                details.flows().stream().flatMap(flow -> flow.expectations().stream()))
            .distinct()
            .toList(),
        figures);
    html.append("</div><div>\n");
    sql("Statement", details.sql());
    for (FlowDetails flow : details.flows()) {
      if (!flow.sql().equals(details.sql())) {
        sql("Flow " + flow.title(), flow.sql());
      }
    }
    columns(details.columns());
    html.append("</div></div>\n");
    commits(figures.commits());
    html.append("</section>\n");
  }

  private void paragraph(String line) {
    html.append("<p>").append(text.text(line)).append("</p>\n");
  }

  private void sql(String title, String sql) {
    if (!sql.isEmpty()) {
      html.append("<h4>")
          .append(text.text(title))
          .append("</h4>\n<pre tabindex=\"0\"><code>")
          .append(text.text(sql))
          .append("</code></pre>\n");
    }
  }

  private void counts(Map<String, Long> counts) {
    if (counts.isEmpty()) {
      return;
    }
    html.append("<h4>Counts</h4>\n<dl class=\"counts\">\n");
    counts.forEach(
        (name, count) ->
            html.append("<div><dt>")
                .append(text.text(name))
                .append("</dt><dd>")
                .append(Html.number(count))
                .append("</dd></div>\n"));
    html.append("</dl>\n");
  }

  private void expectations(List<Expected> expectations, NodeFigures figures) {
    if (expectations.isEmpty()) {
      return;
    }
    header("Expectations", "Name", "Condition", "Otherwise", "Violations");
    for (Expected expected : expectations) {
      html.append("<tr>");
      cell("", expected.name());
      cell("code", expected.condition());
      cell("", expected.action());
      cell("n", figures.failed(expected.name()).map(Html::number).orElse("–"));
      html.append("</tr>\n");
    }
    html.append("</tbody></table></div>\n");
  }

  private void columns(RowType columns) {
    if (columns == null) {
      return;
    }
    header("Columns", "Name", "Type");
    for (RowType.RowField column : columns.getFields()) {
      html.append("<tr>");
      cell("", column.getName());
      cell("code", column.getType().asSummaryString());
      html.append("</tr>\n");
    }
    html.append("</tbody></table></div>\n");
  }

  private void commits(List<RecordedCommit> commits) {
    if (commits.isEmpty()) {
      return;
    }
    header(
        commits.size() > MOST_COMMITS
            ? "Newest " + MOST_COMMITS + " of " + Html.number(commits.size()) + " commits"
            : "Commits of the run",
        "Version",
        "At (UTC)",
        "Inserted",
        "Updated",
        "Deleted",
        "Files",
        "Took",
        "Read from");
    for (RecordedCommit commit : commits.stream().limit(MOST_COMMITS).toList()) {
      html.append("<tr>");
      cell("n", Long.toString(commit.version()));
      cell("n", TIME.format(commit.time()));
      cell("n", Html.number(commit.rowsInserted()));
      cell("n", Html.number(commit.rowsUpdated()));
      cell("n", Html.number(commit.rowsDeleted()));
      cell(
          "n",
          "+"
              + commit.filesAdded()
              + (commit.filesRemoved() == 0 ? "" : " −" + commit.filesRemoved()));
      cell("n", commit.millis() == 0 ? "–" : Html.duration(Duration.ofMillis(commit.millis())));
      cell("from", commit.kind().equals("write") ? commit.readFrom(MOST_RANGES) : commit.kind());
      html.append("</tr>\n");
    }
    html.append("</tbody></table></div>\n");
  }

  private void header(String title, String... names) {
    html.append("<h4>")
        .append(text.text(title))
        .append("</h4>\n<div class=\"scroll\"><table><thead><tr>");
    for (String name : names) {
      html.append("<th scope=\"col\">").append(name).append("</th>");
    }
    html.append("</tr></thead><tbody>\n");
  }

  private void cell(String style, String content) {
    html.append(style.isEmpty() ? "<td>" : "<td class=\"" + style + "\">")
        .append(text.text(content))
        .append("</td>");
  }
}
