/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.deltacdc.functions.count.EventCounters;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.functions.reject.OnInvalid;
import dev.deltacdc.functions.reject.RejectedEvent;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.annotation.Nullable;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.test.KafkaClusterTestKit;
import org.apache.kafka.common.test.TestKitNodes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Against a real broker inside this JVM. */
@Timeout(180)
class KafkaSourceITCase {

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(4)
              .build());

  private static final RowType ROW =
      RowType.of(
          new LogicalType[] {new IntType(), new VarCharType(VarCharType.MAX_LENGTH)},
          new String[] {"id", "valor"});

  private static final long TIME = 1_767_261_600_000L;

  private static KafkaClusterTestKit broker;

  @TempDir Path dir;

  @BeforeAll
  static void start() throws Exception {
    broker =
        new KafkaClusterTestKit.Builder(
                new TestKitNodes.Builder()
                    .setCombined(true)
                    .setNumBrokerNodes(1)
                    .setNumControllerNodes(1)
                    .build())
            .setConfigProp("offsets.topic.replication.factor", "1")
            .setConfigProp("transaction.state.log.replication.factor", "1")
            .setConfigProp("transaction.state.log.min.isr", "1")
            // The records' times are of some day in the past.
            .setConfigProp("log.retention.ms", "-1")
            .build();
    broker.format();
    broker.startup();
    broker.waitForReadyBrokers();
  }

  @AfterAll
  static void stop() throws Exception {
    broker.close();
  }

  @Test
  void readsRecordsWithTheirPlaceSkipsTombstonesAndSetsBadOnesAside() throws Exception {
    topic("json-feed", 2);
    send(
        "json-feed",
        0,
        "{\"id\": 1, \"valor\": \"one\"}",
        null,
        "{\"id\": 2.5}",
        "",
        "{\"ID\": 3}");
    send("json-feed", 1, "{\"id\": 4, \"valor\": \"four\"}");

    var result = run("topic", "json-feed", "format", "json");

    assertThat(result.rows())
        .containsExactlyInAnyOrder(
            "json-feed-0:0: 1, one", "json-feed-0:4: 3, null", "json-feed-1:0: 4, four");
    assertThat(result.rejected())
        .extracting(
            RejectedEvent::position,
            RejectedEvent::reason,
            RejectedEvent::message,
            RejectedEvent::timeMillis)
        .containsExactlyInAnyOrder(
            tuple(
                "json-feed-0:2",
                "misfit",
                "column 'id': '2.5' is not a whole number, INT needs one",
                TIME),
            tuple("json-feed-0:3", "unparsable", "a JSON object was expected, not nothing", TIME));
    assertThat(result.counts())
        .containsEntry(EventCounters.accumulator(Step.source("feed"), "read"), 5L)
        .containsEntry(EventCounters.accumulator(Step.source("feed"), "rejected"), 2L)
        .containsEntry(EventCounters.accumulator(Step.source("feed"), "tombstones"), 1L);
  }

  @Test
  void readsFromOffsetsOfSeveralTopicsAndCsv() throws Exception {
    topic("csv-a", 1);
    topic("csv-b", 1);
    send("csv-a", 0, "1;one", "2;two", "3;three");
    send("csv-b", 0, "4;four");

    assertThat(
            run("topic-pattern", "csv-.*", "value.format", "csv", "value.csv.field-delimiter", ";")
                .rows())
        .containsExactlyInAnyOrder(
            "csv-a-0:0: 1, one", "csv-a-0:1: 2, two", "csv-a-0:2: 3, three", "csv-b-0:0: 4, four");
    assertThat(
            run(
                    "topic",
                    "csv-a",
                    "format",
                    "csv",
                    "csv.field-delimiter",
                    ";",
                    "scan.startup.mode",
                    "specific-offsets",
                    "scan.startup.specific-offsets",
                    "partition:0,offset:1")
                .rows())
        .containsExactlyInAnyOrder("csv-a-0:1: 2, two", "csv-a-0:2: 3, three");
    String[] common = {"topic", "csv-a;csv-b", "format", "csv", "csv.field-delimiter", ";"};
    // A group without committed offsets starts at the beginning.
    assertThat(run(with(common, "properties.group.id", "g")).rows()).hasSize(4);
    assertThat(run(with(common, "scan.max-events-per-second", "1000")).rows()).hasSize(4);
  }

  private static String[] with(String[] options, String key, String value) {
    String[] all = Arrays.copyOf(options, options.length + 2);
    all[options.length] = key;
    all[options.length + 1] = value;
    return all;
  }

  private SourceFixture.Result run(String... options) throws Exception {
    Map<String, String> all =
        SourceFixture.options(
            "connector",
            "kafka",
            "properties.bootstrap.servers",
            broker.bootstrapServers(),
            "scan.bounded.mode",
            "latest-offset");
    all.putAll(SourceFixture.options(options));
    return SourceFixture.run(
        new SourceDefinition(
            "feed", SourceSchema.of(ROW), all, dir, ZoneOffset.UTC, OnInvalid.QUARANTINE),
        2);
  }

  private static void topic(String name, int partitions) throws Exception {
    try (Admin admin = Admin.create(broker.clientProperties())) {
      admin
          .createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
          .all()
          .get(60, TimeUnit.SECONDS);
    }
  }

  private static void send(String topic, int partition, String... values) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            broker.clientProperties(), new ByteArraySerializer(), new ByteArraySerializer())) {
      for (String value : values) {
        producer
            .send(new ProducerRecord<>(topic, partition, TIME, null, bytes(value)))
            .get(60, TimeUnit.SECONDS);
      }
    }
  }

  @Nullable
  private static byte[] bytes(@Nullable String value) {
    return value == null ? null : value.getBytes(UTF_8);
  }
}
