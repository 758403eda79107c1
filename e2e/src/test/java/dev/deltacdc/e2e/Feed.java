/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A seeded feed: events of one key on all partitions, out of order by up to some thousands of
 * events, some twice, deletes, and records that are no events. Knows what the tables must be.
 */
final class Feed implements AutoCloseable {

  private static final int WINDOW = 3_000;
  private static final List<String> POISON =
      List.of("{", "", "[1]", "{\"id\": \"x\", \"seq\": 1}", "{\"id\": 1, \"seq\": 9.5}");

  private final String topic;
  private final int partitions;
  private final int keys;
  private final Random random;
  private final KafkaProducer<byte[], byte[]> producer;
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private final Map<Integer, Event> latest = new HashMap<>();
  private final Map<String, Integer> facts = new TreeMap<>();
  private final Set<String> poisoned = ConcurrentHashMap.newKeySet();
  private long sequence;

  private record Event(int id, long seq, boolean delete) {
    String json() {
      return "{\"id\": %d, \"seq\": %d, \"op\": \"%s\", \"v\": \"%s\"}"
          .formatted(id, seq, delete ? "D" : "U", value());
    }

    String value() {
      return "valor %d".formatted(seq * 31 % 1_000_003);
    }
  }

  Feed(String broker, String topic, int partitions, int keys, long seed) {
    this.topic = topic;
    this.partitions = partitions;
    this.keys = keys;
    this.random = new Random(seed);
    Properties properties = new Properties();
    properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker);
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 300_000);
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 300_000);
    properties.put(ProducerConfig.LINGER_MS_CONFIG, 5);
    producer =
        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** Sends events; returns when the broker has them all. */
  void send(int events) throws Exception {
    for (int sent = 0; sent < events; sent += WINDOW) {
      List<String> window = new ArrayList<>();
      for (int i = 0; i < Math.min(WINDOW, events - sent); i++) {
        Event event = new Event(random.nextInt(keys), ++sequence, random.nextInt(20) == 0);
        int times = random.nextInt(50) == 0 ? 2 : 1;
        latest.merge(event.id(), event, (a, b) -> a.seq() > b.seq() ? a : b);
        facts.merge(fact(event.id(), event.seq()), times, Integer::sum);
        window.addAll(Collections.nCopies(times, event.json()));
        if (random.nextInt(1_000) == 0) {
          window.add(null);
        }
      }
      Collections.shuffle(window, random);
      window.forEach(this::send);
    }
    producer.flush();
    if (failure.get() != null) {
      throw failure.get();
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the callback tells
  private void send(String json) {
    boolean poison = json == null;
    String text = poison ? POISON.get(random.nextInt(POISON.size())) : json;
    producer.send(
        new ProducerRecord<>(topic, random.nextInt(partitions), null, text.getBytes(UTF_8)),
        (metadata, error) -> {
          if (error != null) {
            failure.compareAndSet(null, error);
          } else if (poison) {
            poisoned.add(topic + "-" + metadata.partition() + ":" + metadata.offset());
          }
        });
  }

  private static String fact(long id, long seq) {
    return "[" + id + ", " + seq + "]";
  }

  /** Rows of the table of the current state. */
  List<String> latest() {
    return latest.values().stream()
        .filter(event -> !event.delete())
        .map(event -> "[" + event.id() + ", " + event.seq() + ", " + event.value() + "]")
        .sorted()
        .toList();
  }

  /** Rows of the append table: every valid record, also those that were sent twice. */
  List<String> facts() {
    List<String> rows = new ArrayList<>();
    facts.forEach((row, times) -> rows.addAll(Collections.nCopies(times, row)));
    Collections.sort(rows);
    return rows;
  }

  /** Positions of the records that are no events. */
  List<String> poisoned() {
    return poisoned.stream().sorted().toList();
  }

  @Override
  public void close() {
    producer.close();
  }
}
