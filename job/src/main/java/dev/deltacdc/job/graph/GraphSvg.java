/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.graph;

import dev.deltacdc.job.graph.LayeredLayout.Box;
import dev.deltacdc.job.graph.LayeredLayout.Layout;
import dev.deltacdc.job.graph.LayeredLayout.Line;
import dev.deltacdc.job.graph.LayeredLayout.Route;
import dev.deltacdc.job.graph.LayeredLayout.Size;
import dev.deltacdc.job.graph.PipelineGraph.Edge;
import dev.deltacdc.job.graph.PipelineGraph.Kind;
import dev.deltacdc.job.graph.PipelineGraph.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Draws a graph: nodes as links to what is told of them, flows as arrows with their names. */
final class GraphSvg {

  private static final int MARGIN = 16;
  private static final int PADDING = 14;
  private static final int NAME_MOST = 32;
  private static final int LABEL_MOST = 26;

  /** Widths of characters in a wide font: the browser's may be narrower. */
  private static final double NAME_CHAR = 9.1;

  private static final double SMALL_CHAR = 7.1;
  private static final double LINE = 17;

  private final PipelineGraph graph;
  private final Map<String, NodeFigures> figures;
  private final Map<String, String> anchors;
  private final Html text;
  private final StringBuilder svg = new StringBuilder();

  /** An arrow: all flows from one node to another. */
  private record Arrow(String from, String to, List<String> labels) {}

  private GraphSvg(
      PipelineGraph graph,
      Map<String, NodeFigures> figures,
      Map<String, String> anchors,
      Html text) {
    this.graph = graph;
    this.figures = figures;
    this.anchors = anchors;
    this.text = text;
  }

  /**
   * @param anchors the ids of the sections about the nodes
   */
  static String draw(
      PipelineGraph graph,
      Map<String, NodeFigures> figures,
      Map<String, String> anchors,
      Html text) {
    return new GraphSvg(graph, figures, anchors, text).draw();
  }

  private String draw() {
    List<Arrow> arrows = arrows();
    Layout layout =
        LayeredLayout.of(
            graph.nodes().stream().map(this::size).toList(),
            arrows.stream().map(GraphSvg::line).toList(),
            graph.nodes().stream()
                .filter(node -> node.kind() == Kind.QUARANTINE && !graph.isRead(node))
                .map(Node::name)
                .toList());
    long width = Math.round(layout.width() + 2 * MARGIN);
    long height = Math.round(layout.height() + 2 * MARGIN);
    svg.append(
        "<svg viewBox=\"0 0 %d %d\" style=\"max-width:%dpx;min-width:min(%dpx,%dpx)\""
            .formatted(width, height, width, width, width * 7 / 10));
    svg.append(" role=\"group\" aria-label=\"Nodes and flows of the pipeline\">\n");
    svg.append(
        "<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\""
            + " markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0 8 4 0 8z\"/></marker></defs>\n");
    svg.append("<g transform=\"translate(%d %d)\">\n".formatted(MARGIN, MARGIN));
    for (Route route : layout.routes()) {
      edge(route);
    }
    for (int i = 0; i < arrows.size(); i++) {
      labels(arrows.get(i), layout.routes().get(i));
    }
    graph.nodes().forEach(node -> node(node, layout.nodes().get(node.name())));
    return svg.append("</g>\n</svg>\n").toString();
  }

  private List<Arrow> arrows() {
    // What leads to a materialized view is its query: there is nothing more to say.
    Set<String> views =
        graph.nodes().stream()
            .filter(node -> node.kind() == Kind.MATERIALIZED_VIEW)
            .map(Node::name)
            .collect(Collectors.toSet());
    Map<String, Arrow> arrows = new LinkedHashMap<>();
    for (Edge edge : graph.edges()) {
      boolean drawn = anchors.containsKey(edge.from()) && anchors.containsKey(edge.to());
      if (drawn) {
        Arrow arrow =
            arrows.computeIfAbsent(
                edge.from() + "\n" + edge.to(),
                key -> new Arrow(edge.from(), edge.to(), new ArrayList<>()));
        if (!edge.label().isEmpty() && !views.contains(edge.to())) {
          arrow.labels().add(edge.label());
        }
      }
    }
    return List.copyOf(arrows.values());
  }

  private static Line line(Arrow arrow) {
    double longest =
        arrow.labels().stream()
            .flatMap(label -> labelLines(label, arrow.to()).stream())
            .mapToDouble(line -> line.length() * SMALL_CHAR)
            .max()
            .orElse(0);
    return new Line(arrow.from(), arrow.to(), longest + 36);
  }

  /** A flow's name, unless it is that of its table, and below it its kind. */
  private static List<String> labelLines(String label, String table) {
    int kind = label.lastIndexOf(" (");
    if (kind < 0) {
      return List.of(Html.shortened(label, LABEL_MOST));
    }
    String name = label.substring(0, kind);
    String what = label.substring(kind + 2, label.length() - 1);
    return name.equals(table) ? List.of(what) : List.of(Html.shortened(name, LABEL_MOST), what);
  }

  private Size size(Node node) {
    NodeFigures of = figures.getOrDefault(node.name(), NodeFigures.NONE);
    double width = Html.shortened(node.name(), NAME_MOST).length() * NAME_CHAR;
    width = Math.max(width, node.kind().toString().length() * SMALL_CHAR);
    for (String line : of.lines()) {
      width = Math.max(width, line.length() * SMALL_CHAR);
    }
    width = Math.max(width, of.warning().length() * SMALL_CHAR + 20);
    int lines = 2 + of.lines().size() + (of.warning().isEmpty() ? 0 : 1);
    return new Size(node.name(), Math.max(120, width + 2 * PADDING), lines * LINE + PADDING + 6);
  }

  private void node(Node node, Box box) {
    NodeFigures of = figures.getOrDefault(node.name(), NodeFigures.NONE);
    String kind = node.kind().name().toLowerCase(Locale.ROOT);
    svg.append("<a class=\"node kind-%s\" href=\"#%s\"".formatted(kind, anchors.get(node.name())));
    svg.append(" aria-label=\"").append(text.text(spoken(node, of))).append("\">");
    svg.append("<title>").append(text.text(node.kind() + " " + node.name())).append("</title>\n");
    rectangle("card", box.x(), box.y(), box.width(), box.height(), 8);
    rectangle("stripe", box.x(), box.y() + 8, 4, box.height() - 16, 2);
    double y = box.y() + PADDING + 4;
    double x = box.x() + PADDING;
    text("kind", x, y, node.kind().toString());
    y += LINE + 1;
    text("name", x, y, Html.shortened(node.name(), NAME_MOST));
    for (String line : of.lines()) {
      y += LINE;
      text("figure", x, y, line);
    }
    if (!of.warning().isEmpty()) {
      y += LINE;
      text("warning", x, y, "⚠ " + of.warning());
    }
    svg.append("</a>\n");
  }

  private static String spoken(Node node, NodeFigures of) {
    List<String> parts = new ArrayList<>(List.of(node.kind() + " " + node.name()));
    parts.addAll(of.lines());
    if (!of.warning().isEmpty()) {
      parts.add(of.warning());
    }
    return String.join(", ", parts);
  }

  private void rectangle(
      String style, double x, double y, double width, double height, double radius) {
    svg.append(
        format(
            "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%.1f\"/>",
            style, x, y, width, height, radius));
  }

  private void text(String style, double x, double y, String line) {
    svg.append(format("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", style, x, y))
        .append(text.text(line))
        .append("</text>\n");
  }

  private void edge(Route route) {
    List<Box> places = route.places();
    StringBuilder path =
        new StringBuilder(format("M%.1f %.1f", places.get(0).right(), places.get(0).middle()));
    for (int i = 1; i < places.size(); i++) {
      Box from = places.get(i - 1);
      Box to = places.get(i);
      boolean end = i == places.size() - 1;
      double reach = (to.x() - from.right()) / 2;
      double x = to.x() - (end ? 2 : 0);
      path.append(
          format(
              "C%.1f %.1f %.1f %.1f %.1f %.1f",
              from.right() + reach, from.middle(), x - reach, to.middle(), x, to.middle()));
      if (!end) {
        path.append(format("H%.1f", to.right()));
      }
    }
    svg.append("<path class=\"edge\" marker-end=\"url(#arrow)\" d=\"")
        .append(path)
        .append("\"/>\n");
  }

  /** In the middle of the last part of the arrow. */
  private void labels(Arrow arrow, Route route) {
    List<Box> places = route.places();
    Box from = places.get(places.size() - 2);
    Box to = places.get(places.size() - 1);
    double x = (from.right() + to.x()) / 2;
    double middle = (from.middle() + to.middle()) / 2;
    List<String> lines = new ArrayList<>();
    arrow.labels().forEach(label -> lines.addAll(labelLines(label, arrow.to())));
    double y = middle + 4 - (lines.size() - 1) * 7.5;
    for (String line : lines) {
      text("label", x, y, line);
      y += 15;
    }
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
