/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.ours;

import dev.deltacdc.bench.common.Product;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.PrimitiveIterator;
import java.util.stream.LongStream;

/** Change events of products as lines of JSON in files, for pipelines. */
final class ProductFeed {

  /** The day of the first events. */
  private static final LocalDate FIRST_DAY = LocalDate.of(2026, 1, 1);

  private ProductFeed() {}

  static LocalDate date(int day) {
    return FIRST_DAY.plusDays(day);
  }

  /**
   * Writes the events of rows that are updated for the so many-th time on a day. The file is there
   * when it is whole.
   *
   * @param day since the first
   * @param second of that day
   */
  static void write(Path file, LongStream numbers, int update, int day, int second)
      throws IOException {
    Instant first = date(day).atStartOfDay(ZoneOffset.UTC).toInstant().plusSeconds(second);
    Files.createDirectories(file.getParent());
    Path unfinished = file.resolveSibling("." + file.getFileName());
    int events = 0;
    try (BufferedWriter writer = Files.newBufferedWriter(unfinished)) {
      for (PrimitiveIterator.OfLong all = numbers.iterator(); all.hasNext(); ) {
        long number = all.nextLong();
        writer.write(json(Product.of(number, update), first.plusNanos(1000L * events++)));
        writer.write('\n');
      }
    }
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static String json(Product product, Instant time) {
    return "{\"id\":\""
        + product.id()
        + "\",\"name\":\""
        + product.name()
        + "\",\"category\":\""
        + product.category()
        + "\",\"stock\":"
        + product.stock()
        + ",\"price\":"
        + product.price()
        + ",\"updated_at\":\""
        + time
        + "\"}";
  }
}
