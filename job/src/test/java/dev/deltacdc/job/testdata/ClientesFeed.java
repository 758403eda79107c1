/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.testdata;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import javax.annotation.Nullable;

/**
 * The input of {@code testdata/clientes}: a full load and a dirty feed, the same bytes at every
 * call.
 *
 * <p>The effective content of the feed is {@value #UPDATES} updates, {@value #INSERTS} inserts and
 * {@value #DELETES} deletes, whatever the number of events it takes.
 */
final class ClientesFeed {
  static final int INITIAL = 10_000;
  static final int UPDATES = 350;
  static final int INSERTS = 120;
  static final int DELETES = 30;

  static final LocalDate FIRST_DAY = LocalDate.of(2026, 1, 1);
  static final int DAYS = 5;

  private static final Instant LOAD_START = Instant.parse("2025-12-01T00:00:00Z");
  private static final Instant FEED_START = FIRST_DAY.atStartOfDay().toInstant(ZoneOffset.UTC);
  private static final Instant FEED_END = FEED_START.plus(Duration.ofDays(DAYS));
  private static final DateTimeFormatter SQL_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter ISO_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
  private static final String[] WORDS = {
    "norte", "São João", "a,b", "o \"bom\"", "ouro", "Évora", "prata", "", "x y", "nº 7"
  };

  /**
   * A line of the feed and when it arrives; {@code event} is null where the line is to be rejected.
   */
  @SuppressWarnings("ArrayRecordComponent")
  private record Arrival(
      Instant at,
      int order,
      Object[] fields,
      @Nullable byte[] raw,
      @Nullable ClienteEvent event,
      @Nullable Reason reason) {}

  private record Reason(String flow, String name) {}

  private final Random random = new Random(20260101L);
  private final Map<String, byte[]> files = new TreeMap<>();
  private final List<Cliente> initial = new ArrayList<>();
  private final List<ClienteEvent> events = new ArrayList<>();
  private final List<Rejected> rejected = new ArrayList<>();
  private final List<Arrival> arrivals = new ArrayList<>();
  private final Set<List<Object>> times = new HashSet<>();
  private long feedLines;

  private ClientesFeed() {
    fullLoad();
    List<Integer> ids = new ArrayList<>(IntStream.rangeClosed(1, INITIAL).boxed().toList());
    Collections.shuffle(ids, random);
    ids.subList(0, UPDATES).forEach(this::update);
    ids.subList(UPDATES, UPDATES + DELETES).forEach(this::delete);
    IntStream.rangeClosed(INITIAL + 1, INITIAL + INSERTS).forEach(this::insert);
    List<Integer> others = ids.subList(UPDATES + DELETES, INITIAL);
    noEffect(others);
    duplicates();
    invalid(others);
    writeFeed();
  }

  static ClientesFeed generate() {
    return new ClientesFeed();
  }

  /** File contents by path inside the case's folder. */
  Map<String, byte[]> files() {
    return files;
  }

  List<Cliente> initial() {
    return initial;
  }

  /** The valid events of the feed, duplicates included, in order of arrival. */
  List<ClienteEvent> events() {
    return events;
  }

  List<Rejected> rejected() {
    return rejected;
  }

  /** Lines of the feed without headers. */
  long feedLines() {
    return feedLines;
  }

  private void fullLoad() {
    Lines lines = new Lines("\n");
    lines.add("id,valor,updated_at");
    for (int id = 1; id <= INITIAL; id++) {
      Cliente row =
          new Cliente(
              id, value("carga"), time(id, LOAD_START, LOAD_START.plus(Duration.ofDays(30))));
      initial.add(row);
      lines.add(Lines.csv(id, row.valor(), SQL_TIME.format(row.updatedAt())));
    }
    files.put("initial_snapshot.csv", lines.toBytes());
  }

  private void update(int id) {
    List<Instant> at = moments(id, 1 + random.nextInt(4));
    boolean back = at.size() > 2 && random.nextInt(8) == 0;
    for (int i = 0; i < at.size(); i++) {
      // Some are deleted on the way and come back: in the end that is an update.
      String op = back && i == at.size() - 2 ? "D" : back && i == at.size() - 1 ? "I" : "U";
      event(id, op, at.get(i), random.nextInt(6) == 0);
    }
  }

  private void delete(int id) {
    List<Instant> at = moments(id, 1 + random.nextInt(3));
    for (int i = 0; i < at.size() - 1; i++) {
      // Half of the older updates arrive behind the delete: the id must stay away.
      event(id, "U", at.get(i), random.nextBoolean());
    }
    event(id, "D", at.get(at.size() - 1), false);
  }

  private void insert(int id) {
    List<Instant> at = moments(id, 1 + random.nextInt(4));
    for (int i = 0; i < at.size(); i++) {
      event(id, i == 0 ? "I" : "U", at.get(i), random.nextInt(6) == 0);
    }
  }

  private void noEffect(List<Integer> others) {
    for (int id = INITIAL + INSERTS + 1; id <= INITIAL + INSERTS + 5; id++) {
      List<Instant> at = moments(id, 2);
      event(id, "I", at.get(0), false);
      event(id, "D", at.get(1), false);
    }
    for (int id : others.subList(0, 12)) {
      // Older than the full load.
      event(
          id,
          random.nextInt(3) == 0 ? "D" : "U",
          time(id, LOAD_START.minus(Duration.ofDays(5)), LOAD_START),
          false);
    }
  }

  private void duplicates() {
    List<Arrival> valid = List.copyOf(arrivals);
    for (int i = 0; i < 60; i++) {
      Arrival first = valid.get(random.nextInt(valid.size()));
      Instant again = first.at().plus(Duration.ofMinutes(random.nextInt(1_500)));
      arrive(again, first.fields(), null, first.event(), null);
    }
  }

  private void invalid(List<Integer> others) {
    Reason op = new Reason("changes", "expectation:known_op");
    for (String unknown : List.of("X", "UPSERT", "i", "d", "DELETE", "0", "UU")) {
      reject(
          op, pick(others), "op desconhecida", unknown, ISO_TIME.format(FEED_END.minusSeconds(60)));
    }
    for (int i = 0; i < 5; i++) {
      reject(op, pick(others), "sem op", null, ISO_TIME.format(FEED_END.minusSeconds(61)));
    }
    Reason key = new Reason("clientes_cdc", "null-key");
    for (int i = 0; i < 4; i++) {
      reject(key, null, "sem id", "U", ISO_TIME.format(FEED_START.plusSeconds(3_600 + i)));
    }
    Reason sequence = new Reason("clientes_cdc", "null-sequence");
    for (int i = 0; i < 4; i++) {
      reject(sequence, pick(others), "sem hora", i == 0 ? "D" : "U", null);
    }
    Reason misfit = new Reason("feed", "misfit");
    reject(misfit, "abc", "id de texto", "U", ISO_TIME.format(FEED_START));
    reject(misfit, "99999999999", "id grande demais", "U", ISO_TIME.format(FEED_START));
    reject(misfit, "17.5", "id com casas decimais", "U", ISO_TIME.format(FEED_START));
    reject(misfit, pick(others), "hora de texto", "U", "ontem");
    reject(misfit, pick(others), "dia que não existe", "U", "2026-02-30T00:00:00Z");
    Reason unparsable = new Reason("feed", "unparsable");
    for (String line :
        List.of(
            "isto não é um evento",
            "17;com ponto e vírgula;U;2026-01-03T00:00:00Z",
            "17,um campo a mais,U,2026-01-03T00:00:00Z,sobra",
            "17,\"aspas por fechar,U,2026-01-03T00:00:00Z",
            "{\"id\":17,\"op\":\"U\"}")) {
      arrive(anyMoment(), new Object[0], line.getBytes(UTF_8), null, unparsable);
    }
    arrive(
        anyMoment(),
        new Object[0],
        "18,São Tomé,U,2026-01-03T00:00:00Z".getBytes(ISO_8859_1),
        null,
        unparsable);
  }

  private void reject(
      Reason reason,
      @Nullable Object id,
      String valor,
      @Nullable String op,
      @Nullable String time) {
    arrive(anyMoment(), new Object[] {id, valor, op, time}, null, null, reason);
  }

  private void event(int id, String op, Instant time, boolean late) {
    ClienteEvent event = new ClienteEvent(id, op.equals("D") ? null : value("v"), op, time);
    DateTimeFormatter format = random.nextBoolean() ? ISO_TIME : SQL_TIME;
    Instant base = time.isBefore(FEED_START) ? anyMoment() : time;
    Instant at = late ? base.plus(Duration.ofMinutes(30 + random.nextInt(4_000))) : base;
    arrive(at, new Object[] {id, event.valor(), op, format.format(time)}, null, event, null);
  }

  private void arrive(
      Instant at,
      Object[] fields,
      @Nullable byte[] raw,
      @Nullable ClienteEvent event,
      @Nullable Reason reason) {
    arrivals.add(new Arrival(at, arrivals.size(), fields, raw, event, reason));
  }

  private void writeFeed() {
    arrivals.sort(Comparator.comparing(Arrival::at).thenComparing(Arrival::order));
    for (int day = 0; day < DAYS; day++) {
      String file = "feed/" + FIRST_DAY.plusDays(day) + ".csv";
      // The fourth file has its columns in another order, the last one the line ends of another
      // system.
      boolean reordered = day == 3;
      Lines lines = new Lines(day == DAYS - 1 ? "\r\n" : "\n");
      lines.add(reordered ? "event_time,id,op,valor" : "id,valor,op,event_time");
      for (Arrival arrival : arrivals) {
        if (dayOf(arrival.at()) == day) {
          feedLines++;
          write(lines, file, arrival, reordered);
        }
      }
      files.put(file, lines.toBytes());
    }
  }

  private void write(Lines lines, String file, Arrival arrival, boolean reordered) {
    Object[] f = arrival.fields();
    byte[] line =
        arrival.raw() != null
            ? arrival.raw()
            : (reordered ? Lines.csv(f[3], f[0], f[2], f[1]) : Lines.csv(f)).getBytes(UTF_8);
    long number = lines.add(line);
    if (arrival.reason() != null) {
      rejected.add(
          new Rejected(arrival.reason().flow(), file, number, arrival.reason().name(), line));
    } else {
      events.add(arrival.event());
    }
  }

  private static int dayOf(Instant at) {
    return (int) Math.min(DAYS - 1, Duration.between(FEED_START, at).toDays());
  }

  private List<Instant> moments(int id, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> time(id, FEED_START, FEED_END))
        .sorted()
        .toList();
  }

  /** A random moment that no other event of the id has, so that the sequence is unique. */
  private Instant time(int id, Instant from, Instant to) {
    long micros = Duration.between(from, to).toMillis() * 1_000;
    Instant time;
    do {
      time = from.plusNanos(((long) (random.nextDouble() * micros)) * 1_000);
    } while (!times.add(List.of(id, time)));
    return time;
  }

  private Instant anyMoment() {
    return FEED_START.plusSeconds(random.nextInt((int) Duration.ofDays(DAYS).toSeconds()));
  }

  private int pick(List<Integer> ids) {
    return ids.get(random.nextInt(ids.size()));
  }

  private @Nullable String value(String prefix) {
    int kind = random.nextInt(40);
    return kind == 0
        ? null
        : kind < WORDS.length ? WORDS[kind] : prefix + " " + random.nextInt(1_000_000);
  }
}
