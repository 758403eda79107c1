/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.job.graph.LayeredLayout.Box;
import dev.deltacdc.job.graph.LayeredLayout.Layout;
import dev.deltacdc.job.graph.LayeredLayout.Line;
import dev.deltacdc.job.graph.LayeredLayout.Route;
import dev.deltacdc.job.graph.LayeredLayout.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where nodes are drawn. */
class LayeredLayoutTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 40, 120})
  void nothingLiesUponAnythingElseAndArrowsGoRight(int count) {
    Random random = new Random(count);
    List<Size> sizes = new ArrayList<>();
    List<Line> lines = new ArrayList<>();
    for (int node = 0; node < count; node++) {
      sizes.add(new Size("n" + node, 80 + random.nextInt(200), 40 + random.nextInt(60)));
      for (int read = 0; node > 0 && read < random.nextInt(4); read++) {
        lines.add(new Line("n" + random.nextInt(node), "n" + node, random.nextInt(150)));
      }
    }

    Layout layout = LayeredLayout.of(sizes, lines, List.of());

    List<Box> boxes = new ArrayList<>(layout.nodes().values());
    assertThat(boxes).hasSize(count);
    for (Box box : boxes) {
      assertThat(box.y()).isGreaterThanOrEqualTo(-0.001);
      assertThat(box.right()).isLessThanOrEqualTo(layout.width() + 0.001);
      assertThat(box.y() + box.height()).isLessThanOrEqualTo(layout.height() + 0.001);
      boxes.stream().filter(other -> !other.equals(box)).forEach(other -> assertApart(box, other));
    }
    for (Route route : layout.routes()) {
      for (int i = 1; i < route.places().size(); i++) {
        assertThat(route.places().get(i).x()).isGreaterThan(route.places().get(i - 1).right() + 50);
      }
      Box end = route.places().get(route.places().size() - 1);
      Box before = route.places().get(route.places().size() - 2);
      assertThat(end.x() - before.right()).isGreaterThanOrEqualTo(route.line().gap());
    }
  }

  @Test
  void whatStandsInTheWrongOrderIsUncrossed() {
    Layout layout =
        LayeredLayout.of(
            List.of(size("a"), size("b"), size("of-b"), size("of-a"), size("end-a"), size("end-b")),
            List.of(
                new Line("a", "of-a", 0),
                new Line("b", "of-b", 0),
                new Line("of-a", "end-a", 0),
                new Line("of-b", "end-b", 0)),
            List.of());

    assertThat(level(layout, "a", "of-a", "end-a")).isTrue();
    assertThat(level(layout, "b", "of-b", "end-b")).isTrue();
  }

  @Test
  void anEdgeOverALayerGoesPastItsNodes() {
    Layout layout =
        LayeredLayout.of(
            List.of(size("a"), size("b"), size("c")),
            List.of(new Line("a", "b", 0), new Line("b", "c", 0), new Line("a", "c", 0)),
            List.of());

    Route past = layout.routes().get(2);
    assertThat(past.places()).hasSize(3);
    assertApart(past.places().get(1), layout.nodes().get("b"));
  }

  @Test
  void whatBelongsToTheEndIsThere() {
    Layout layout =
        LayeredLayout.of(
            List.of(size("a"), size("b"), size("rejects")),
            List.of(new Line("a", "b", 0)),
            List.of("rejects"));

    assertThat(layout.nodes().get("rejects").x()).isEqualTo(layout.nodes().get("b").x());
  }

  private static boolean level(Layout layout, String... names) {
    double middle = layout.nodes().get(names[0]).middle();
    for (String name : names) {
      if (Math.abs(layout.nodes().get(name).middle() - middle) > 1) {
        return false;
      }
    }
    return true;
  }

  private static void assertApart(Box one, Box other) {
    boolean apart =
        one.right() <= other.x()
            || other.right() <= one.x()
            || one.y() + one.height() <= other.y()
            || other.y() + other.height() <= one.y();
    assertThat(apart).as("%s and %s", one, other).isTrue();
  }

  private static Size size(String name) {
    return new Size(name, 120, 60);
  }
}
