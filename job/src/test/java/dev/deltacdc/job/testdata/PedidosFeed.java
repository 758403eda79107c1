/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.testdata;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import javax.annotation.Nullable;

/** The input of {@code testdata/pedidos}: orders and changes of customers, always the same. */
public final class PedidosFeed {
  static final int ORDERS = 600;
  private static final int CUSTOMERS = 40;
  private static final int DAYS = 6;
  private static final Instant START = Instant.parse("2026-05-01T00:00:00Z");
  private static final String[] CITIES = {"Porto", "Lisboa", "Évora", "Faro", "São Paulo"};
  private static final String[] SEGMENTS = {"retail", "pharma", "public"};

  /** An order; what silver leaves out is null or not positive. */
  record Order(
      long id, @Nullable Integer customer, BigDecimal amount, @Nullable Instant orderedAt) {

    String json() {
      return "{\"order_id\": %d, \"customer_id\": %s, \"amount\": %s, \"ordered_at\": %s}"
          .formatted(id, customer, amount, orderedAt == null ? null : quoted(orderedAt));
    }
  }

  /** A change of a customer. */
  record Change(
      int customer,
      String name,
      String city,
      String segment,
      boolean delete,
      long lsn,
      Instant at) {

    String json() {
      return ("{\"customer_id\": %d, \"name\": %s, \"city\": %s, \"segment\": %s,"
              + " \"operation\": \"%s\", \"source_lsn\": %d, \"changed_at\": %s,"
              + " \"extracted_by\": \"worker-%d\"}")
          .formatted(
              customer,
              quoted(name),
              quoted(city),
              quoted(segment),
              delete ? "DELETE" : "UPSERT",
              lsn,
              quoted(at),
              lsn % 3);
    }
  }

  private final Random random = new Random(20260501L);
  private final List<Order> orders = new ArrayList<>();
  private final List<Change> changes = new ArrayList<>();

  private PedidosFeed() {
    for (long id = 1; id <= ORDERS; id++) {
      orders.add(order(id));
    }
    for (int i = 0; i < 10; i++) {
      orders.add(orders.get(random.nextInt(ORDERS)));
    }
    changeCustomers();
  }

  public static PedidosFeed generate() {
    return new PedidosFeed();
  }

  /** As they arrive; a few arrive twice. */
  List<Order> orders() {
    return orders;
  }

  /** In the order in which they were made. */
  List<Change> changes() {
    return changes;
  }

  /** File contents by path inside the case's folder. */
  Map<String, byte[]> files() {
    List<Change> arrived = new ArrayList<>(changes);
    Map<Change, Integer> arrivals = new HashMap<>();
    for (int i = 0; i < arrived.size(); i++) {
      arrivals.put(arrived.get(i), i + random(i));
    }
    arrived.sort(Comparator.comparing(arrivals::get));
    return files(orders, arrived);
  }

  /** How much later than others a change arrives. */
  private static int random(int position) {
    return new Random(position).nextInt(40);
  }

  /** The same lines, spread over files in any order. */
  public Map<String, byte[]> shuffled(long seed) {
    List<Order> otherOrders = new ArrayList<>(orders);
    List<Change> otherChanges = new ArrayList<>(changes);
    Collections.shuffle(otherOrders, new Random(seed));
    Collections.shuffle(otherChanges, new Random(seed + 1));
    return files(otherOrders, otherChanges);
  }

  private static Map<String, byte[]> files(List<Order> orders, List<Change> changes) {
    Map<String, byte[]> files = new TreeMap<>();
    write(files, "pedidos/", orders.stream().map(Order::json).toList());
    write(files, "clientes/", changes.stream().map(Change::json).toList());
    return files;
  }

  private static void write(Map<String, byte[]> files, String folder, List<String> lines) {
    int perFile = (lines.size() + DAYS - 1) / DAYS;
    for (int file = 0; file * perFile < lines.size(); file++) {
      List<String> part =
          lines.subList(file * perFile, Math.min(lines.size(), (file + 1) * perFile));
      files.put(
          folder + "part-" + file + ".json", (String.join("\n", part) + "\n").getBytes(UTF_8));
    }
  }

  private Order order(long id) {
    BigDecimal amount = BigDecimal.valueOf(1 + random.nextInt(99_999), 2);
    Instant at = moment((id - 1) * DAYS * 86_400 / ORDERS);
    return switch (random.nextInt(30)) {
      case 0 -> new Order(id, null, amount, at);
      case 1 -> new Order(id, 1 + random.nextInt(CUSTOMERS), amount, null);
      case 2 -> new Order(id, 1 + random.nextInt(CUSTOMERS), amount.negate(), at);
      default -> new Order(id, 1 + random.nextInt(CUSTOMERS + 2), amount, at);
    };
  }

  /** Each change a while after the one before; some at the very same time. */
  private void changeCustomers() {
    Instant at = START.minus(Duration.ofHours(6));
    for (int lsn = 1; lsn <= 360; lsn++) {
      if (random.nextInt(10) > 0) {
        at = at.plusSeconds(60 + random.nextInt(2_800)).plusNanos(1_000L * random.nextInt(1_000));
      }
      int customer = 1 + random.nextInt(CUSTOMERS);
      changes.add(
          new Change(
              customer,
              "Cliente " + customer + (random.nextInt(4) == 0 ? " & Filhos" : ""),
              CITIES[random.nextInt(CITIES.length)],
              SEGMENTS[random.nextInt(SEGMENTS.length)],
              random.nextInt(8) == 0,
              lsn,
              at));
    }
  }

  private Instant moment(long second) {
    return START.plusSeconds(second).plusNanos(1_000L * random.nextInt(1_000_000));
  }

  private static String quoted(Object value) {
    return "\"" + value + "\"";
  }
}
