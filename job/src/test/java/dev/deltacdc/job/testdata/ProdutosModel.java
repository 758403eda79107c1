/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.testdata;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.annotation.Nullable;

/** What the tables of {@code testdata/produtos} must hold. */
final class ProdutosModel {
  /** A row of the table of changed rows. */
  record Change(Produto row, boolean deleted) {}

  private final List<ProdutoEvent> history;

  ProdutosModel(List<ProdutoEvent> events) {
    history = new ArrayList<>(events);
    history.sort(Comparator.comparing(ProdutoEvent::time));
  }

  /** Rows of {@code produtos} by id. */
  Map<String, Produto> current() {
    return before(Instant.MAX);
  }

  /** Rows of {@code produtos_diario} of one day. */
  Map<String, Produto> endOf(LocalDate day) {
    return before(day.plusDays(1).atStartOfDay(ProdutosFeed.ZONE).toInstant());
  }

  /** Rows of {@code produtos_alteracoes} of one day. */
  Map<String, Change> changesOf(LocalDate day) {
    Map<String, Produto> previous = endOf(day.minusDays(1));
    Map<String, Produto> now = endOf(day);
    Map<String, Change> changes = new TreeMap<>();
    TreeSet<String> ids = new TreeSet<>(previous.keySet());
    ids.addAll(now.keySet());
    for (String id : ids) {
      Produto row = now.get(id);
      if (row == null) {
        changes.put(id, new Change(previous.get(id), true));
      } else if (!sameValues(previous.get(id), row)) {
        changes.put(id, new Change(row, false));
      }
    }
    return changes;
  }

  private static boolean sameValues(@Nullable Produto a, Produto b) {
    return a != null
        && Objects.equals(a.nome(), b.nome())
        && a.stock() == b.stock()
        && a.price() == b.price();
  }

  private Map<String, Produto> before(Instant end) {
    Map<String, Produto> rows = new TreeMap<>();
    for (ProdutoEvent event : history) {
      if (!event.time().isBefore(end)) {
        break;
      }
      if (event.row() == null) {
        rows.remove(event.id());
      } else {
        rows.put(event.id(), event.row());
      }
    }
    return rows;
  }
}
