/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.report;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler;

/** Pictures of a scenario's metric: lines along a parameter, or bars. */
final class Plots {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 480;

  private Plots() {}

  static void write(Scenario scenario, Collection<Measurement> measurements, Path file)
      throws IOException {
    List<Measurement> shown =
        measurements.stream().filter(m -> m.metric().equals(scenario.metric())).toList();
    Chart<?, ?> chart =
        scenario.plot().x() == null ? bars(scenario, shown) : lines(scenario, shown);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideS);
    chart.getStyler().setLegendLayout(Styler.LegendLayout.Horizontal);
    VectorGraphicsEncoder.saveVectorGraphic(chart, file.toString(), VectorGraphicsFormat.SVG);
  }

  private static XYChart lines(Scenario scenario, List<Measurement> shown) {
    Scenario.Plot plot = scenario.plot();
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(scenario.title())
            .xAxisTitle(plot.xTitle())
            .yAxisTitle(plot.yTitle())
            .build();
    chart.getStyler().setXAxisLogarithmic(plot.logarithmic());
    chart.getStyler().setYAxisLogarithmic(plot.logarithmic());
    for (String system : systems(scenario, shown)) {
      List<Measurement> points =
          shown.stream()
              .filter(m -> m.system().equals(system))
              .sorted(Comparator.comparingDouble(m -> x(m, plot)))
              .toList();
      List<Double> xs = new ArrayList<>();
      List<Double> medians = new ArrayList<>();
      for (Measurement point : points) {
        xs.add(x(point, plot));
        medians.add(point.median());
      }
      chart.addSeries(system, xs, medians);
    }
    return chart;
  }

  private static double x(Measurement measurement, Scenario.Plot plot) {
    return Double.parseDouble(measurement.parameters().get(plot.x()));
  }

  private static CategoryChart bars(Scenario scenario, List<Measurement> shown) {
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(scenario.title())
            .xAxisTitle(scenario.plot().xTitle())
            .yAxisTitle(scenario.plot().yTitle())
            .build();
    chart.getStyler().setYAxisLogarithmic(scenario.plot().logarithmic());
    Set<String> groups = new LinkedHashSet<>();
    shown.forEach(m -> groups.add(Tables.text(m.parameters())));
    for (String system : systems(scenario, shown)) {
      List<Double> medians = new ArrayList<>();
      for (String group : groups) {
        medians.add(
            shown.stream()
                .filter(m -> m.system().equals(system))
                .filter(m -> Tables.text(m.parameters()).equals(group))
                .map(Measurement::median)
                .findFirst()
                .orElse(null));
      }
      chart.addSeries(system, new ArrayList<>(groups), medians);
    }
    return chart;
  }

  private static List<String> systems(Scenario scenario, List<Measurement> shown) {
    return scenario.systems().stream()
        .map(SystemUnderTest::name)
        .filter(name -> shown.stream().anyMatch(m -> m.system().equals(name)))
        .toList();
  }
}
