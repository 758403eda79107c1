/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.testdata;

import dev.deltacdc.job.testdata.PedidosFeed.Change;
import dev.deltacdc.job.testdata.PedidosFeed.Order;
import dev.deltacdc.testing.TableContent;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.annotation.Nullable;

/**
 * What the tables of {@code testdata/pedidos} must hold. It knows neither state nor intervals: the
 * customer at a time is what the last change at or before it says.
 */
public final class PedidosModel {
  private final List<Order> orders;
  private final List<Change> changes;

  public PedidosModel(PedidosFeed feed) {
    this.orders = feed.orders();
    this.changes =
        feed.changes().stream()
            .sorted(Comparator.comparing(Change::at).thenComparing(Change::lsn))
            .toList();
  }

  List<Order> quarantined() {
    return orders.stream()
        .filter(order -> order.customer() == null || order.orderedAt() == null)
        .toList();
  }

  List<Order> dropped() {
    return orders.stream()
        .filter(order -> order.customer() != null && order.orderedAt() != null)
        .filter(order -> order.amount().signum() <= 0)
        .toList();
  }

  /** Rows of silver; a line that came twice is there twice. */
  List<Order> silver() {
    return orders.stream()
        .filter(order -> order.customer() != null && order.orderedAt() != null)
        .filter(order -> order.amount().signum() > 0)
        .toList();
  }

  private Optional<Change> customer(int id, @Nullable Instant at) {
    return changes.stream()
        .filter(change -> change.customer() == id)
        .filter(change -> at == null || !change.at().isAfter(at))
        .reduce((first, last) -> last)
        .filter(change -> !change.delete());
  }

  /** Gold with the customer as it is now: order and customer by the order. */
  Map<Order, Optional<Change>> now() {
    Map<Order, Optional<Change>> rows = new LinkedHashMap<>();
    for (Order order : new LinkedHashSet<>(silver())) {
      rows.put(order, customer(order.customer(), null));
    }
    return rows;
  }

  /** Gold with the customer as it was. */
  Map<Order, Optional<Change>> then() {
    Map<Order, Optional<Change>> rows = new LinkedHashMap<>();
    for (Order order : new LinkedHashSet<>(silver())) {
      rows.put(order, customer(order.customer(), order.orderedAt()));
    }
    return rows;
  }

  /** Rows of {@code gold_pedidos_atual}. */
  public List<String> goldNow() {
    return lines(now());
  }

  /** Rows of {@code gold_pedidos_na_data}. */
  public List<String> goldThen() {
    return lines(then());
  }

  /** Rows of {@code gold_vendas_por_segmento}. */
  public List<String> sales() {
    Map<String, List<Order>> segments =
        new TreeMap<>(Comparator.nullsFirst(Comparator.naturalOrder()));
    then()
        .forEach(
            (order, customer) ->
                segments
                    .computeIfAbsent(
                        customer.map(Change::segment).orElse(null), s -> new ArrayList<>())
                    .add(order));
    List<String> rows = new ArrayList<>();
    segments.forEach(
        (segment, sold) -> {
          Map<String, Object> values = new LinkedHashMap<>();
          values.put("segment", segment);
          values.put("orders", sold.size());
          values.put(
              "total_sales",
              sold.stream().map(Order::amount).reduce(BigDecimal.ZERO, BigDecimal::add));
          rows.add(TableContent.line(values));
        });
    return rows;
  }

  private static List<String> lines(Map<Order, Optional<Change>> rows) {
    List<String> lines = new ArrayList<>();
    rows.forEach((order, customer) -> lines.add(TableContent.line(values(order, customer))));
    return lines;
  }

  private static Map<String, Object> values(Order order, Optional<Change> customer) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("order_id", order.id());
    values.put("customer_id", order.customer());
    values.put("amount", order.amount());
    values.put("ordered_at", order.orderedAt());
    values.put("name", customer.map(Change::name).orElse(null));
    values.put("city", customer.map(Change::city).orElse(null));
    values.put("segment", customer.map(Change::segment).orElse(null));
    return values;
  }
}
