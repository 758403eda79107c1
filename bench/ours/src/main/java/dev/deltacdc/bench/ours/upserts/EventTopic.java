/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.ours.upserts;

import dev.deltacdc.bench.common.Arguments;
import dev.deltacdc.bench.common.upserts.EventLines;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Fills a topic of two partitions with the events, by turns, unless it is there. The broker must
 * run: {@code deploy/local/kafka start}.
 */
public final class EventTopic {

  private final Feed feed;

  private EventTopic(Feed feed) {
    this.feed = feed;
  }

  public static void main(String[] args) throws ExecutionException, InterruptedException {
    new EventTopic(Feed.of(Arguments.of(args))).fill();
  }

  private void fill() throws ExecutionException, InterruptedException {
    try (Admin admin =
        Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, feed.broker()))) {
      if (!admin.listTopics().names().get().contains(feed.topic())) {
        admin
            .createTopics(Set.of(new NewTopic(feed.topic(), Feed.PARALLELISM, (short) 1)))
            .all()
            .get();
        produce();
      }
      requireWhole(admin);
    }
  }

  private void produce() {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                feed.broker(),
                ProducerConfig.LINGER_MS_CONFIG,
                50,
                ProducerConfig.BATCH_SIZE_CONFIG,
                256 * 1024),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      EventLines lines = new EventLines(feed.events().load());
      for (long i = 0; i < feed.events().events(); i++) {
        byte[] line = lines.next();
        byte[] record = Arrays.copyOf(line, line.length - 1);
        // What the broker doesn't take is missed when the records are counted.
        Future<?> unused =
            producer.send(
                new ProducerRecord<>(feed.topic(), (int) (i % Feed.PARALLELISM), null, record));
      }
    }
  }

  private void requireWhole(Admin admin) throws ExecutionException, InterruptedException {
    List<TopicPartition> partitions =
        IntStream.range(0, Feed.PARALLELISM)
            .mapToObj(partition -> new TopicPartition(feed.topic(), partition))
            .toList();
    long records =
        admin
            .listOffsets(
                partitions.stream()
                    .collect(Collectors.toMap(partition -> partition, p -> OffsetSpec.latest())))
            .all()
            .get()
            .values()
            .stream()
            .mapToLong(ListOffsetsResultInfo::offset)
            .sum();
    if (records != feed.events().events()) {
      throw new IllegalStateException(
          "Topic "
              + feed.topic()
              + " has "
              + records
              + " records, not "
              + feed.events().events()
              + ". Delete it: deploy/local/kafka topics --delete --topic "
              + feed.topic());
    }
  }
}
