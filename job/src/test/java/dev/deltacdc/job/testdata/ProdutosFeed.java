/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.testdata;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * The input of {@code testdata/produtos}, the same bytes at every call: a load on the first day, a
 * week of events around the night in which Lisbon's clocks go forward (29 March 2026, a day of 23
 * hours), and a later delivery with late events.
 */
final class ProdutosFeed {
  static final int INITIAL = 200;
  static final ZoneId ZONE = ZoneId.of("Europe/Lisbon");
  static final LocalDate FIRST_DAY = LocalDate.of(2026, 3, 25);

  /** The newest day of the first delivery; the second one brings the day after it. */
  static final LocalDate LAST_DAY = LocalDate.of(2026, 3, 31);

  private static final DateTimeFormatter LOCAL =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSS");
  private static final DateTimeFormatter OFFSET =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSxxx");
  private static final String[] NAMES = {
    "Café", "Pão", "Leite", "Arroz, agulha", "Queijo \"da ilha\"", "Sal", "Açúcar", "Chá"
  };

  private final Random random = new Random(20260329L);
  private final Map<String, byte[]> files = new TreeMap<>();
  private final List<ProdutoEvent> first = new ArrayList<>();
  private final List<ProdutoEvent> second = new ArrayList<>();
  private final Map<String, Produto> latest = new HashMap<>();
  private final Set<List<Object>> times = new HashSet<>();

  private ProdutosFeed() {
    load();
    for (LocalDate day = FIRST_DAY; !day.isAfter(LAST_DAY); day = day.plusDays(1)) {
      writeDay("events/", day, dayOfEvents(day));
    }
    deliverLate();
  }

  static ProdutosFeed generate() {
    return new ProdutosFeed();
  }

  /** File contents by path inside the case's folder. */
  Map<String, byte[]> files() {
    return files;
  }

  /** The load and the events that are there at first. */
  List<ProdutoEvent> firstDelivery() {
    return first;
  }

  /** What is added before the second run. */
  List<ProdutoEvent> secondDelivery() {
    return second;
  }

  private void load() {
    Lines lines = new Lines("\n");
    lines.add("id,nome,stock,price,updated_at");
    for (int i = 1; i <= INITIAL; i++) {
      // Before dawn, so that all events of the first day are newer.
      Instant time = unique(id(i), FIRST_DAY, 0, 6 * 3_600);
      Produto row =
          new Produto(id(i), NAMES[i % NAMES.length] + " " + i, random.nextInt(500), price(), time);
      apply(first, new ProdutoEvent(row.id(), row, time));
      lines.add(Lines.csv(row.id(), row.nome(), row.stock(), row.price(), local(time)));
    }
    files.put("produtos.csv", lines.toBytes());
  }

  private List<ProdutoEvent> dayOfEvents(LocalDate day) {
    List<ProdutoEvent> events = new ArrayList<>();
    for (int n = 0; n < 60; n++) {
      String id = id(1 + random.nextInt(INITIAL + 10));
      Instant time = unique(id, day, 6 * 3_600, 24 * 3_600);
      events.add(change(id, time, random.nextInt(10)));
    }
    // Around both midnights, where a day in another zone would be another day.
    for (int second : new int[] {0, 1, 1_799, 3 * 3_600 - 1, 24 * 3_600 - 1, 23 * 3_600 + 1}) {
      String id = id(1 + random.nextInt(INITIAL));
      if (second >= 6 * 3_600 || !day.equals(FIRST_DAY)) {
        events.add(change(id, unique(id, day, second, second + 1), 3));
      }
    }
    // Back on the same day with the same values: no change of that day.
    String id = id(100);
    Produto before = latest.get(id);
    if (before != null) {
      events.add(
          apply(first, new ProdutoEvent(id, null, unique(id, day, 23 * 3_600, 23 * 3_600 + 100))));
      Instant back = unique(id, day, 23 * 3_600 + 200, 23 * 3_600 + 300);
      events.add(apply(first, new ProdutoEvent(id, with(before, back), back)));
    }
    return events;
  }

  private ProdutoEvent change(String id, Instant time, int kind) {
    Produto before = latest.get(id);
    boolean newest = before == null || before.updatedAt().isBefore(time);
    Produto row;
    if (before == null) {
      row = new Produto(id, "Novo " + id, random.nextInt(500), price(), time);
    } else if (kind == 0) {
      row = null;
    } else if (kind <= 2) {
      row = with(before, time);
    } else if (kind <= 7) {
      row = new Produto(id, before.nome(), random.nextInt(500), before.price(), time);
    } else {
      row = new Produto(id, before.nome(), before.stock(), price(), time);
    }
    ProdutoEvent event = new ProdutoEvent(id, row, time);
    return newest ? apply(first, event) : keep(first, event);
  }

  private void deliverLate() {
    LocalDate newDay = LAST_DAY.plusDays(1);
    List<ProdutoEvent> events = new ArrayList<>();
    for (int n = 0; n < 30; n++) {
      String id = id(1 + random.nextInt(INITIAL));
      late(events, id, unique(id, newDay, 0, 20 * 3_600), random.nextInt(8) == 0);
    }
    for (int daysAgo : new int[] {1, 1, 1, 2, 2, 2, 3, 3}) {
      String id = id(1 + random.nextInt(INITIAL));
      late(
          events,
          id,
          unique(id, LAST_DAY.minusDays(daysAgo), 0, 24 * 3_600),
          random.nextInt(4) == 0);
    }
    for (int n = 0; n < 4; n++) {
      // Beyond the window of three days: the current state takes them, closed days stay as they
      // are.
      String id = id(1 + random.nextInt(INITIAL));
      late(events, id, unique(id, FIRST_DAY.plusDays(1), 0, 24 * 3_600), false);
    }
    writeDay("late/", newDay, events);
  }

  private void late(List<ProdutoEvent> events, String id, Instant time, boolean delete) {
    Produto row =
        delete ? null : new Produto(id, "Tarde " + id, random.nextInt(500), price(), time);
    events.add(keep(second, new ProdutoEvent(id, row, time)));
  }

  private ProdutoEvent apply(List<ProdutoEvent> delivery, ProdutoEvent event) {
    if (event.row() == null) {
      latest.remove(event.id());
    } else {
      latest.put(event.id(), event.row());
    }
    return keep(delivery, event);
  }

  private static ProdutoEvent keep(List<ProdutoEvent> delivery, ProdutoEvent event) {
    delivery.add(event);
    return event;
  }

  private void writeDay(String folder, LocalDate day, List<ProdutoEvent> events) {
    Lines lines = new Lines("\n");
    lines.add("id,op,nome,stock,price,updated_at");
    for (ProdutoEvent event : events) {
      Produto row = event.row();
      String time =
          random.nextBoolean() ? local(event.time()) : OFFSET.format(event.time().atZone(ZONE));
      lines.add(
          row == null
              ? Lines.csv(event.id(), "D", null, null, null, time)
              : Lines.csv(row.id(), "U", row.nome(), row.stock(), row.price(), time));
    }
    files.put(folder + day + ".csv", lines.toBytes());
  }

  private static Produto with(Produto row, Instant time) {
    return new Produto(row.id(), row.nome(), row.stock(), row.price(), time);
  }

  private static String id(int number) {
    return String.format("P%04d", number);
  }

  private double price() {
    return random.nextInt(10_000) / 100.0;
  }

  private static String local(Instant time) {
    return LOCAL.format(LocalDateTime.ofInstant(time, ZONE));
  }

  /**
   * A moment of the day, in seconds of its wall clock, that no other event of the id has; never in
   * the hour that doesn't exist.
   */
  private Instant unique(String id, LocalDate day, int fromSecond, int toSecond) {
    Instant time;
    do {
      long micros =
          fromSecond * 1_000_000L
              + (long) (random.nextDouble() * (toSecond - fromSecond) * 1_000_000L);
      LocalDateTime wall = day.atTime(LocalTime.ofNanoOfDay(micros * 1_000));
      time = wall.atZone(ZONE).toInstant();
    } while (!times.add(List.of(id, time)));
    return time;
  }
}
