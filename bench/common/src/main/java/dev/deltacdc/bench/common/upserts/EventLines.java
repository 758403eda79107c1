/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.common.upserts;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.deltacdc.bench.common.Product;
import java.time.Instant;
import java.util.Random;

/**
 * Change events as lines of JSON, 160 bytes each with the line feed. The first ones insert keys:
 * the load. Of those after them four fifths update a key that is there, each as likely as another,
 * and the rest insert one more. One sequence goes over all events, and the lines are the same each
 * time.
 */
public final class EventLines {

  /** Bytes of a line with its line feed. */
  public static final int LINE_BYTES = 160;

  private static final long SEED = 20260101;
  private static final long FIRST_SEQUENCE = 1_000_000_000L;

  /** An odd number of microseconds: times in even steps from it have six digits after the point. */
  private static final Instant FIRST_TIME = Instant.parse("2026-01-01T00:00:00.000001Z");

  private final long load;
  private final Random random = new Random(SEED);
  private long events;
  private long keys;

  /**
   * Lines that begin with a load.
   *
   * @param load how many keys there are before the first update
   */
  public EventLines(long load) {
    this.load = load;
  }

  /** The next line, with its line feed. */
  public byte[] next() {
    boolean update = events >= load && random.nextInt(5) != 0;
    long key = update ? random.nextLong(keys) : keys++;
    String line =
        "{\"id\":\""
            + Product.id(key)
            + "\",\"name\":\"item "
            + (10_000 + random.nextInt(90_000))
            + "\",\"stock\":"
            + (10 + random.nextInt(90))
            + ",\"price\":"
            + (10 + random.nextInt(90))
            + "."
            + (10 + random.nextInt(90))
            + ",\"op\":\""
            + (update ? 'U' : 'I')
            + "\",\"seq\":"
            + (FIRST_SEQUENCE + events)
            + ",\"updated_at\":\""
            + FIRST_TIME.plusNanos(2000 * events)
            + "\"}\n";
    events++;
    return line.getBytes(US_ASCII);
  }

  /** How many keys the lines so far have. */
  public long keys() {
    return keys;
  }
}
