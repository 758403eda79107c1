/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.flink.configuration.Configuration;

/**
 * Where Flink's reporter pushes what Prometheus would scrape: names and labels are made by the same
 * code. The reporter to be scraped would listen on every interface.
 */
final class PushedMetrics implements AutoCloseable {
  private static final Pattern SAMPLE = Pattern.compile("(?m)^(\\w+)(?:\\{(.*)})? \\S+$");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"(?:[^\"\\\\]|\\\\.)*\"");

  private final HttpServer server;
  private final Map<String, Set<String>> labels = new ConcurrentSkipListMap<>();
  private final AtomicInteger pushes = new AtomicInteger();

  PushedMetrics() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::take);
    server.start();
  }

  Configuration addTo(Configuration configuration) {
    String reporter = "metrics.reporter.push.";
    configuration.setString(
        reporter + "factory.class",
        "org.apache.flink.metrics.prometheus.PrometheusPushGatewayReporterFactory");
    configuration.setString(
        reporter + "hostUrl", "http://127.0.0.1:" + server.getAddress().getPort());
    configuration.setString(reporter + "interval", "200 ms");
    configuration.setString(reporter + "deleteOnShutdown", "false");
    return configuration;
  }

  /** How often something came. */
  int pushes() {
    return pushes.get();
  }

  /** The names of all metrics that came, with their labels. */
  Map<String, Set<String>> labels() {
    return labels;
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      String text = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      SAMPLE
          .matcher(text)
          .results()
          .forEach(
              sample ->
                  labels
                      .computeIfAbsent(sample.group(1), name -> ConcurrentHashMap.newKeySet())
                      .addAll(names(sample.group(2))));
      pushes.incrementAndGet();
      exchange.sendResponseHeaders(202, -1);
    }
  }

  private static Set<String> names(String labels) {
    return labels == null
        ? Set.of()
        : LABEL.matcher(labels).results().map(label -> label.group(1)).collect(Collectors.toSet());
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
