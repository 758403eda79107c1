/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.common;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * A row of the benchmarks' tables: six columns, of which the key is a UUID's text. Everything
 * follows from the number of the row and the number of its update, so that every system has the
 * same data and none has to keep it.
 *
 * @param id key
 * @param updatedAt whole microseconds
 */
public record Product(
    String id, String name, String category, int stock, double price, Instant updatedAt) {

  /** Names of the columns, in the order of the components. */
  public static final List<String> COLUMNS =
      List.of("id", "name", "category", "stock", "price", "updated_at");

  private static final List<String> CATEGORIES =
      List.of("pharmacy", "grocery", "toys", "books", "garden", "music", "office", "sport");

  private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");

  /**
   * The row of a number.
   *
   * @param number of the row, from 0
   * @param update how often it was updated before
   */
  public static Product of(long number, int update) {
    long random = mixed(number * 1_000_003 + update);
    return new Product(
        id(number),
        "product " + (random & 0xFFFFF) + " of " + number,
        CATEGORIES.get((int) (random >>> 61)),
        (int) (random >>> 20) & 0xFFF,
        ((random >>> 32) & 0xFFFFF) / 100.0,
        FIRST.plusSeconds(update * 60L).plusMillis(random >>> 38 & 0xFFFF));
  }

  /** The key of a row. Neighbours in number are far apart in order. */
  public static String id(long number) {
    return new UUID(mixed(2 * number), mixed(2 * number + 1)).toString();
  }

  /** The finaliser of SplitMix64: a bijection whose values look random. */
  static long mixed(long value) {
    long mixed = value + 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
