/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.testdata;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The files under {@code expected/} of each case, made from the models. */
final class Expected {
  private static final ZoneId LISBON = ZoneId.of("Europe/Lisbon");

  private Expected() {}

  static Map<String, byte[]> clientes(ClientesFeed feed) {
    ClientesModel model = new ClientesModel(feed);
    Map<String, byte[]> files = new TreeMap<>();
    Lines table = new Lines("\n");
    table.add("id,valor,updated_at");
    model.current().forEach(row -> table.add(Lines.csv(row.id(), row.valor(), row.updatedAt())));
    files.put("expected/clientes.csv", table.toBytes());

    Lines days = new Lines("\n");
    days.add("snapshot_date,rows");
    for (int i = 0; i < ClientesFeed.DAYS; i++) {
      LocalDate day = ClientesFeed.FIRST_DAY.plusDays(i);
      days.add(Lines.csv(day, model.endOf(day, LISBON).size()));
    }
    files.put("expected/clientes_diario_counts.csv", days.toBytes());

    Lines quarantine = new Lines("\n");
    quarantine.add("flow,file,line,reason,raw");
    feed.rejected()
        .forEach(
            r ->
                quarantine.add(
                    Lines.csv(
                        r.flow(), r.file(), r.line(), r.reason(), new String(r.raw(), UTF_8))));
    files.put("expected/clientes_quarantine.csv", quarantine.toBytes());

    Lines figures = new Lines("\n");
    figures.add("figure,value");
    figures.add(Lines.csv("rows of the full load", feed.initial().size()));
    figures.add(Lines.csv("lines of the feed", feed.feedLines()));
    figures.add(
        Lines.csv(
            "events that reach the table (applied + stale + duplicate)", feed.events().size()));
    Map<String, Long> reasons =
        feed.rejected().stream()
            .collect(Collectors.groupingBy(Rejected::reason, TreeMap::new, Collectors.counting()));
    figures.add(Lines.csv("rejected", feed.rejected().size()));
    reasons.forEach((reason, count) -> figures.add(Lines.csv("rejected as " + reason, count)));
    figures.add(Lines.csv("rows of clientes", model.current().size()));
    files.put("expected/figures.csv", figures.toBytes());
    return files;
  }

  static Map<String, byte[]> produtos(ProdutosFeed feed) {
    ProdutosModel model = new ProdutosModel(feed.firstDelivery());
    Map<String, byte[]> files = new TreeMap<>();
    Lines table = new Lines("\n");
    table.add("id,nome,stock,price,updated_at");
    model.current().values().forEach(row -> table.add(csv(row)));
    files.put("expected/produtos.csv", table.toBytes());

    Lines counts = new Lines("\n");
    counts.add("snapshot_date,all rows,changed rows,of them deleted");
    Lines changes = new Lines("\n");
    changes.add("snapshot_date,deleted,id,nome,stock,price,updated_at");
    for (LocalDate day : days(ProdutosFeed.LAST_DAY)) {
      Map<String, ProdutosModel.Change> changed = model.changesOf(day);
      long deleted = changed.values().stream().filter(ProdutosModel.Change::deleted).count();
      counts.add(Lines.csv(day, model.endOf(day).size(), changed.size(), deleted));
      changed.values().stream()
          .sorted(Comparator.comparing(change -> change.row().id()))
          .forEach(
              change ->
                  changes.add(
                      Lines.csv(day, change.deleted())
                          + ","
                          + (change.deleted() ? change.row().id() : csv(change.row()))));
    }
    files.put("expected/produtos_counts.csv", counts.toBytes());
    files.put("expected/produtos_alteracoes.csv", changes.toBytes());
    return files;
  }

  static Map<String, byte[]> pedidos(PedidosFeed feed) {
    PedidosModel model = new PedidosModel(feed);
    Map<String, byte[]> files = new TreeMap<>();
    files.put("expected/gold_pedidos_atual.csv", gold(model.now()));
    files.put("expected/gold_pedidos_na_data.csv", gold(model.then()));
    long differ =
        model.now().entrySet().stream()
            .filter(
                row -> !customer(row.getValue()).equals(customer(model.then().get(row.getKey()))))
            .count();
    Lines figures = new Lines("\n");
    figures.add("figure,value");
    figures.add(Lines.csv("rows of bronze_pedidos", feed.orders().size()));
    figures.add(Lines.csv("quarantined by silver_pedidos", model.quarantined().size()));
    figures.add(Lines.csv("dropped by silver_pedidos", model.dropped().size()));
    figures.add(Lines.csv("rows of silver_pedidos", model.silver().size()));
    figures.add(Lines.csv("rows of both golds", model.now().size()));
    figures.add(Lines.csv("orders whose customer differs between them", differ));
    files.put("expected/figures.csv", figures.toBytes());
    return files;
  }

  private static byte[] gold(Map<PedidosFeed.Order, Optional<PedidosFeed.Change>> rows) {
    Lines lines = new Lines("\n");
    lines.add("order_id,customer_id,amount,ordered_at,name,city,segment");
    rows.forEach(
        (order, customer) ->
            lines.add(
                Lines.csv(order.id(), order.customer(), order.amount(), order.orderedAt())
                    + ","
                    + customer(customer)));
    return lines.toBytes();
  }

  private static String customer(Optional<PedidosFeed.Change> customer) {
    return customer
        .map(change -> Lines.csv(change.name(), change.city(), change.segment()))
        .orElse(",,");
  }

  /** From the first day of the feed to this one. */
  static List<LocalDate> days(LocalDate last) {
    return ProdutosFeed.FIRST_DAY.datesUntil(last.plusDays(1)).toList();
  }

  private static String csv(Produto row) {
    return Lines.csv(row.id(), row.nome(), row.stock(), row.price(), row.updatedAt());
  }
}
