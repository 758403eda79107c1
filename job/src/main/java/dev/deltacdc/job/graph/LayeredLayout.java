/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.graph;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Places the nodes of a graph without cycles in layers from left to right, each node right of all
 * that it reads, with few crossings (the method of Sugiyama: edges over several layers get a place
 * in each; layers are ordered by the mean places of neighbours) and as level as their order allows.
 */
final class LayeredLayout {

  private static final int SWEEPS = 12;
  private static final double ROW_GAP = 28;
  private static final double BEND_HEIGHT = 12;

  private final List<Item> items = new ArrayList<>();
  private final List<List<Item>> layers = new ArrayList<>();
  private final Map<String, Item> nodes = new HashMap<>();
  private final List<Route> routes = new ArrayList<>();

  /** A node to place, in pixels. */
  record Size(String name, double width, double height) {}

  /** An edge to draw; {@code gap} is the room that its label needs between two layers. */
  record Line(String from, String to, double gap) {}

  /** Where a node is: its left upper corner and its size. */
  record Box(double x, double y, double width, double height) {
    double middle() {
      return y + height / 2;
    }

    double right() {
      return x + width;
    }
  }

  /** An edge with the places that it goes through, first that of its start, last of its end. */
  record Route(Line line, List<Box> places) {}

  /** The result. */
  record Layout(Map<String, Box> nodes, List<Route> routes, double width, double height) {}

  /** A node, or a bend of an edge that passes a layer. */
  private static final class Item {
    final double height;
    final int layer;
    final List<Item> before = new ArrayList<>();
    final List<Item> after = new ArrayList<>();
    double width;
    double x;
    double middle;
    double rank;

    Item(double width, double height, int layer) {
      this.width = width;
      this.height = height;
      this.layer = layer;
    }

    Box box() {
      return new Box(x, middle - height / 2, width, height);
    }
  }

  private LayeredLayout() {}

  /**
   * @param sizes each node after those it reads
   * @param lines edges between them
   * @param last nodes that belong into the last layer
   */
  static Layout of(List<Size> sizes, List<Line> lines, List<String> last) {
    return new LayeredLayout().layout(sizes, lines, last);
  }

  private Layout layout(List<Size> sizes, List<Line> lines, List<String> last) {
    List<List<Item>> chains = place(sizes, lines, last);
    order();
    align();
    spread(lines, chains);
    double top = items.stream().mapToDouble(item -> item.box().y()).min().orElse(0);
    items.forEach(item -> item.middle -= top);
    Map<String, Box> boxes = new HashMap<>();
    nodes.forEach((name, item) -> boxes.put(name, item.box()));
    for (int i = 0; i < lines.size(); i++) {
      routes.add(new Route(lines.get(i), chains.get(i).stream().map(Item::box).toList()));
    }
    double width = items.stream().mapToDouble(item -> item.box().right()).max().orElse(0);
    double height = items.stream().mapToDouble(i -> i.middle + i.height / 2).max().orElse(0);
    return new Layout(boxes, routes, width, height);
  }

  private List<List<Item>> place(List<Size> sizes, List<Line> lines, List<String> last) {
    Map<String, Integer> depths = new HashMap<>();
    for (Size size : sizes) {
      int depth = 0;
      for (Line line : lines) {
        if (line.to().equals(size.name())) {
          depth = Math.max(depth, depths.get(line.from()) + 1);
        }
      }
      depths.put(size.name(), depth);
    }
    int deepest = depths.values().stream().mapToInt(depth -> depth).max().orElse(0);
    last.forEach(name -> depths.put(name, deepest));
    for (int layer = 0; layer <= deepest; layer++) {
      layers.add(new ArrayList<>());
    }
    for (Size size : sizes) {
      nodes.put(size.name(), item(size.width(), size.height(), depths.get(size.name())));
    }
    return lines.stream().map(this::chain).toList();
  }

  private Item item(double width, double height, int layer) {
    Item item = new Item(width, height, layer);
    items.add(item);
    layers.get(layer).add(item);
    return item;
  }

  private List<Item> chain(Line line) {
    List<Item> chain = new ArrayList<>();
    Item end = nodes.get(line.to());
    Item at = nodes.get(line.from());
    chain.add(at);
    for (int layer = at.layer + 1; layer <= end.layer; layer++) {
      Item next = layer == end.layer ? end : item(0, BEND_HEIGHT, layer);
      at.after.add(next);
      next.before.add(at);
      chain.add(next);
      at = next;
    }
    return chain;
  }

  /** The order with the fewest crossings of those that the sweeps come to. */
  private void order() {
    List<List<Item>> best = copy();
    int fewest = crossings();
    for (int sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
      boolean forth = sweep % 2 == 0;
      for (int i = 1; i < layers.size(); i++) {
        sort(layers.get(forth ? i : layers.size() - 1 - i), forth);
      }
      int crossings = crossings();
      if (crossings < fewest) {
        fewest = crossings;
        best = copy();
      }
    }
    layers.clear();
    layers.addAll(best);
  }

  private List<List<Item>> copy() {
    List<List<Item>> copy = new ArrayList<>();
    layers.forEach(layer -> copy.add(new ArrayList<>(layer)));
    return copy;
  }

  private void sort(List<Item> layer, boolean forth) {
    for (Item item : layer) {
      List<Item> neighbours = forth ? item.before : item.after;
      List<Item> other = layers.get(item.layer + (forth ? -1 : 1));
      item.rank =
          neighbours.stream().mapToInt(other::indexOf).average().orElse(layer.indexOf(item));
    }
    layer.sort(Comparator.comparingDouble(item -> item.rank));
  }

  private int crossings() {
    int crossings = 0;
    for (int layer = 0; layer + 1 < layers.size(); layer++) {
      List<int[]> edges = new ArrayList<>();
      List<Item> next = layers.get(layer + 1);
      for (int from = 0; from < layers.get(layer).size(); from++) {
        for (Item to : layers.get(layer).get(from).after) {
          edges.add(new int[] {from, next.indexOf(to)});
        }
      }
      for (int[] one : edges) {
        for (int[] other : edges) {
          crossings += one[0] < other[0] && one[1] > other[1] ? 1 : 0;
        }
      }
    }
    return crossings;
  }

  /** Moves items to the height of their neighbours, as far as those of their layer leave room. */
  private void align() {
    for (List<Item> layer : layers) {
      double y = 0;
      for (Item item : layer) {
        item.middle = y + item.height / 2;
        y += item.height + ROW_GAP;
      }
    }
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      List<List<Item>> order = new ArrayList<>(layers);
      if (sweep % 2 == 1) {
        Collections.reverse(order);
      }
      order.forEach(LayeredLayout::align);
    }
  }

  /** The nearest places to those wanted that keep the order and the gaps: isotonic regression. */
  private static void align(List<Item> layer) {
    double[] sums = new double[layer.size()];
    int[] counts = new int[layer.size()];
    double[] offsets = new double[layer.size()];
    int blocks = 0;
    double offset = 0;
    for (int i = 0; i < layer.size(); i++) {
      Item item = layer.get(i);
      if (i > 0) {
        offset += (layer.get(i - 1).height + item.height) / 2 + ROW_GAP;
      }
      offsets[i] = offset;
      sums[blocks] = wanted(item) - offset;
      counts[blocks] = 1;
      while (blocks > 0 && sums[blocks - 1] / counts[blocks - 1] > sums[blocks] / counts[blocks]) {
        sums[blocks - 1] += sums[blocks];
        counts[blocks - 1] += counts[blocks];
        blocks--;
      }
      blocks++;
    }
    int i = 0;
    for (int block = 0; block < blocks; block++) {
      for (int n = 0; n < counts[block]; n++, i++) {
        layer.get(i).middle = sums[block] / counts[block] + offsets[i];
      }
    }
  }

  private static double wanted(Item item) {
    List<Item> neighbours = new ArrayList<>(item.before);
    neighbours.addAll(item.after);
    return neighbours.stream().mapToDouble(n -> n.middle).average().orElse(item.middle);
  }

  /** Gives each layer the width of its widest node, and room for the labels before it. */
  private void spread(List<Line> lines, List<List<Item>> chains) {
    double x = 0;
    for (int layer = 0; layer < layers.size(); layer++) {
      double widest = layers.get(layer).stream().mapToDouble(item -> item.width).max().orElse(0);
      for (Item item : layers.get(layer)) {
        item.x = x;
        item.width = item.width == 0 ? widest : item.width; // an edge passes the whole layer
      }
      double gap = 0;
      for (int i = 0; i < lines.size(); i++) {
        List<Item> chain = chains.get(i);
        if (chain.get(chain.size() - 2).layer == layer) {
          gap = Math.max(gap, lines.get(i).gap());
        }
      }
      x += widest + Math.max(gap, ROW_GAP * 2);
    }
  }
}
