/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.testdata;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What the tables of {@code testdata/clientes} must hold: of every id the event with the greatest
 * time.
 */
final class ClientesModel {
  private final List<ClienteEvent> history = new ArrayList<>();

  ClientesModel(ClientesFeed feed) {
    feed.initial()
        .forEach(row -> history.add(new ClienteEvent(row.id(), row.valor(), "I", row.updatedAt())));
    history.addAll(feed.events());
    history.sort(Comparator.comparing(ClienteEvent::time));
  }

  /** Rows of {@code clientes} by id. */
  Collection<Cliente> current() {
    return stateOf(event -> true);
  }

  /** Rows of {@code clientes_diario} of one day: the state at its end. */
  Collection<Cliente> endOf(LocalDate day, ZoneId zone) {
    Instant end = day.plusDays(1).atStartOfDay(zone).toInstant();
    return stateOf(event -> event.time().isBefore(end));
  }

  private Collection<Cliente> stateOf(Predicate<ClienteEvent> known) {
    Map<Integer, ClienteEvent> last = new TreeMap<>();
    history.stream().filter(known).forEach(event -> last.put(event.id(), event));
    return last.values().stream()
        .filter(event -> !event.delete())
        .map(event -> new Cliente(event.id(), event.valor(), event.time()))
        .toList();
  }
}
