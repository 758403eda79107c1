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
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Against a real broker inside this JVM. */
@Timeout(value = 6, unit = TimeUnit.MINUTES)
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

  private static final long TIME = KafkaBroker.TIME;

  private static KafkaBroker broker;

  @TempDir Path dir;

  @BeforeAll
  static void start() throws Exception {
    broker = KafkaBroker.startWithPasswords();
  }

  @AfterAll
  static void stop() throws Exception {
    broker.close();
  }

  @Test
  void readsRecordsWithTheirPlaceSkipsTombstonesAndSetsBadOnesAside() throws Exception {
    broker.topic("json-feed", 2);
    broker.send(
        "json-feed",
        0,
        "{\"id\": 1, \"valor\": \"one\"}",
        null,
        "{\"id\": 2.5}",
        "",
        "{\"ID\": 3}");
    broker.send("json-feed", 1, "{\"id\": 4, \"valor\": \"four\"}");

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
    broker.topic("csv-a", 1);
    broker.topic("csv-b", 1);
    broker.send("csv-a", 0, "1;one", "2;two", "3;three");
    broker.send("csv-b", 0, "4;four");

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

  @Test
  void readsKeysMetadataAndSetsPoisonKeysAside() throws Exception {
    broker.topic("keyed", 1);
    var first = KafkaBroker.record("keyed", 0, TIME, "{\"id\": 1}", "um");
    first.headers().add("trace", "ação".getBytes(UTF_8)).add("empty", null);
    broker.send(
        first,
        KafkaBroker.record("keyed", 0, TIME + 1, null, "dois"),
        KafkaBroker.record("keyed", 0, TIME + 2, "{\"id\": 1.5}", "três"),
        KafkaBroker.record("keyed", 0, TIME + 3, "{\"id\": 4", "quatro"),
        KafkaBroker.record("keyed", 0, TIME + 4, "{\"id\": 5}", null),
        KafkaBroker.record("keyed", 0, TIME + 5, "{\"id\": 6}" + " ".repeat(5_000), "seis"),
        KafkaBroker.record("keyed", 0, TIME + 6, "{\"id\": 7}", "x".repeat(5_000)));
    SourceSchema schema =
        SourceFixture.schema(
            List.of(),
            "topic STRING METADATA FROM topic",
            "p INT METADATA FROM partition",
            "id INT",
            "valor STRING",
            "at TIMESTAMP_LTZ(3) METADATA FROM timestamp",
            "tt STRING METADATA FROM timestamp-type",
            "epoch INT METADATA FROM leader-epoch",
            "h MAP<STRING, STRING> METADATA FROM headers");

    var result =
        run(
            schema,
            "topic",
            "keyed",
            "format",
            "raw",
            "key.format",
            "json",
            "key.fields",
            "id",
            "value.fields-include",
            "EXCEPT_KEY",
            "source.max-record-size",
            "4 kb");

    assertThat(result.rows())
        .containsExactly(
            "keyed-0:0: keyed, 0, 1, um, 2026-01-01T10:00, CreateTime, 0, {empty=null, trace=ação}",
            "keyed-0:1: keyed, 0, null, dois, 2026-01-01T10:00:00.001, CreateTime, 0, {}");
    assertThat(result.rejected())
        .extracting(event -> event.position() + " " + event.reason() + ": " + event.message())
        .satisfiesExactly(
            text ->
                assertThat(text)
                    .isEqualTo(
                        "keyed-0:2 misfit: the key '{\"id\": 1.5}': column 'id': '1.5' is not a"
                            + " whole number, INT needs one"),
            text ->
                assertThat(text).startsWith("keyed-0:3 unparsable: the key '{\"id\": 4': is not"),
            text -> assertThat(text).startsWith("keyed-0:5 unparsable: the key has 5009 bytes"),
            text -> assertThat(text).startsWith("keyed-0:6 unparsable: the record has 5000 bytes"));
    assertThat(result.rejected())
        .extracting(event -> event.raw().length)
        .containsExactly(5, 6, 4, 4096);
  }

  @Test
  void readsEventsOfDebezium() throws Exception {
    broker.topic("loja.public.clientes", 1);
    String two = "{\"schema\":{},\"payload\":{\"id\":2}}";
    broker.send(
        event("{\"id\":1}", "r", "null", "{\"id\":1,\"valor\":\"um\"}"),
        event("{\"id\":1}", "u", "{\"id\":1}", "{\"id\":2,\"valor\":\"um\"}"),
        event(two, "d", "null", "null"),
        KafkaBroker.record("loja.public.clientes", 0, TIME, two, null),
        event("2", "d", "null", "null"));

    var result =
        run(
            SourceFixture.schema(
                List.of("id"),
                "id INT NOT NULL",
                "valor STRING",
                "op STRING METADATA FROM value.op",
                "at TIMESTAMP_LTZ(3) METADATA FROM value.source.timestamp"),
            "topic",
            "loja.public.clientes",
            "value.format",
            "debezium-json");

    assertThat(result.rows())
        .containsExactly(
            "loja.public.clientes-0:0: 1, um, r, 2026-01-01T10:00",
            "loja.public.clientes-0:1: 1, null, d, 2026-01-01T10:00",
            "loja.public.clientes-0:1: 2, um, u, 2026-01-01T10:00",
            "loja.public.clientes-0:2: 2, null, d, 2026-01-01T10:00");
    assertThat(result.rejected())
        .singleElement()
        .satisfies(
            rejected -> {
              assertThat(rejected.position()).isEqualTo("loja.public.clientes-0:4");
              assertThat(rejected.message())
                  .contains("the Kafka key does not tell the primary key");
            });
    // Read equals what comes out and what is rejected: an event that changes the key is two.
    assertThat(result.counts())
        .containsEntry(EventCounters.accumulator(Step.source("feed"), "read"), 5L)
        .containsEntry(EventCounters.accumulator(Step.source("feed"), "tombstones"), 1L);
  }

  @Test
  void startsAndEndsWhereItIsTold() throws Exception {
    broker.topic("times", 1);
    for (int i = 0; i < 6; i++) {
      broker.send(KafkaBroker.record("times", 0, TIME + 1_000L * i, null, i + ",v"));
    }
    String[] common = {"topic", "times", "format", "csv"};
    assertThat(
            ids(
                "scan.startup.mode",
                "timestamp",
                "scan.startup.timestamp-millis",
                String.valueOf(TIME + 1_500)))
        .containsExactly(2, 3, 4, 5);
    assertThat(
            ids(
                "scan.bounded.mode",
                "timestamp",
                "scan.bounded.timestamp-millis",
                String.valueOf(TIME + 4_000)))
        .containsExactly(0, 1, 2, 3);
    assertThat(
            ids(
                "scan.startup.mode", "specific-offsets",
                "scan.startup.specific-offsets", "partition:0,offset:1",
                "scan.bounded.mode", "specific-offsets",
                "scan.bounded.specific-offsets", "partition:0,offset:3"))
        .containsExactly(1, 2);
    assertThat(ids("scan.startup.mode", "latest-offset")).isEmpty();
    assertThat(run(common).rows()).hasSize(6);
  }

  private List<Integer> ids(String... options) throws Exception {
    Map<String, String> all = SourceFixture.options("topic", "times", "format", "csv");
    all.putAll(SourceFixture.options(options));
    return run(SourceSchema.of(ROW), all).rows().stream()
        .map(row -> Integer.valueOf(row.substring(row.indexOf(": ") + 2, row.indexOf(", "))))
        .toList();
  }

  @Test
  void anyPropertyReachesTheClient() throws Exception {
    broker.topic("transactions", 1);
    broker.send("transactions", 0, "{\"id\": 1}");
    broker.sendInVain("transactions", 0, "{\"id\": 2}", "{\"id\": 3}");
    broker.send("transactions", 0, "{\"id\": 4}");
    String[] common = {"topic", "transactions", "format", "json"};
    assertThat(run(with(common, "properties.isolation.level", "read_uncommitted")).rows())
        .hasSize(4);
    assertThat(run(with(common, "properties.isolation.level", "read_committed")).rows())
        .extracting(row -> row.substring(row.indexOf(' ') + 1))
        .containsExactly("1, null", "4, null");
  }

  private static ProducerRecord<byte[], byte[]> event(
      String key, String op, String before, String after) {
    return KafkaBroker.record(
        "loja.public.clientes",
        0,
        TIME,
        key,
        "{\"before\":%s,\"after\":%s,\"source\":{\"ts_ms\":%d},\"op\":\"%s\"}"
            .formatted(before, after, TIME, op));
  }

  private SourceFixture.Result run(String... options) throws Exception {
    return run(SourceSchema.of(ROW), options);
  }

  private SourceFixture.Result run(SourceSchema schema, String... options) throws Exception {
    return run(schema, SourceFixture.options(options));
  }

  private SourceFixture.Result run(SourceSchema schema, Map<String, String> options)
      throws Exception {
    Map<String, String> all = broker.options();
    all.put("scan.bounded.mode", "latest-offset");
    all.putAll(options);
    return SourceFixture.run(
        new SourceDefinition("feed", schema, all, dir, ZoneOffset.UTC, OnInvalid.QUARANTINE), 2);
  }
}
