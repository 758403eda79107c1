/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.reject.OnInvalid;
import dev.deltacdc.functions.reject.RejectedEvent;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.junit.jupiter.api.Test;

/** Rows out of keys, values and places. */
class DecodeFunctionTest {

  private static final RecordDetails KAFKA =
      new RecordDetails.OfKafka(
          "CreateTime",
          7,
          List.of(
              new RecordDetails.Header("a", "1".getBytes(UTF_8)),
              new RecordDetails.Header("b", null),
              new RecordDetails.Header("a", "2".getBytes(UTF_8))));

  @Test
  void theKeyGivesItsColumnsAndTheValueTheOthers() throws Exception {
    SourceSchema schema = SourceFixture.schema(List.of(), "valor STRING", "k_id INT", "k_n BIGINT");
    List<String> rows =
        decode(
            schema,
            options(
                "key.format", "json",
                "key.fields", "k_n;k_id",
                "key.fields-prefix", "k_",
                "value.fields-include", "EXCEPT_KEY"),
            kafka("{\"id\": 1, \"n\": 2}", "{\"valor\": \"um\", \"k_id\": 9}"),
            kafka(null, "{\"valor\": \"dois\"}"),
            kafka("{\"id\": \"x\"}", "{\"valor\": \"três\"}"),
            kafka("[]", "{\"valor\": \"quatro\"}"),
            kafka("{\"id\": 5}", null));
    assertThat(rows)
        .containsExactly(
            "t-3:42: um, 1, 2",
            "t-3:42: dois, null, null",
            "t-3:42 misfit: the key '{\"id\": \"x\"}': column 'id': 'x' is not a number, INT needs one",
            "t-3:42 unparsable: the key '[]': a JSON object was expected, not an array");
  }

  @Test
  void whereBothGiveAColumnTheValueCounts() throws Exception {
    SourceSchema schema = SourceFixture.schema(List.of(), "id STRING", "valor STRING");
    assertThat(
            decode(
                schema,
                options("key.format", "raw", "key.fields", "id"),
                kafka("key", "{\"id\": \"value\", \"valor\": \"v\"}"),
                kafka("key", "{\"valor\": \"v\"}")))
        .containsExactly("t-3:42: value, v", "t-3:42: null, v");
  }

  @Test
  void keysMayBeCsvAndRaw() throws Exception {
    SourceSchema schema = SourceFixture.schema(List.of(), "a INT", "b STRING NOT NULL", "v BYTES");
    Map<String, String> csv =
        options(
            "format", "raw",
            "key.format", "csv",
            "key.csv.field-delimiter", "|",
            "key.csv.allow-comments", "true",
            "key.fields", "b;a",
            "value.fields-include", "EXCEPT_KEY");
    assertThat(decode(schema, csv, kafka("x|1", "v"), kafka("x", "v"), kafka("#", "v")))
        .containsExactly(
            "t-3:42: 1, x, v",
            "t-3:42 unparsable: the key 'x': the line has 1 field, the table has 2",
            "t-3:42 unparsable: the key '#': is a comment");
    assertThat(decode(schema, csv, kafka(null, "v")))
        .containsExactly("t-3:42 misfit: column 'b': is NOT NULL, the record has no key");
  }

  @Test
  void aKeyOrValueThatIsTooLargeIsRejected() throws Exception {
    SourceSchema schema = SourceFixture.schema(List.of(), "id STRING", "valor STRING");
    Map<String, String> options =
        options(
            "format", "raw",
            "key.format", "raw",
            "key.fields", "id",
            "value.fields-include", "EXCEPT_KEY");
    byte[] bytes = "abc".getBytes(UTF_8);
    assertThat(
            decode(
                schema,
                options,
                new RawRecord("t-0", 1, null, bytes, 3, null, bytes, 4, null),
                new RawRecord("t-0", 2, null, bytes, 4, null, bytes, 3, null)))
        .containsExactly(
            "t-0:1 unparsable: the key has 4 bytes, more than 'source.max-record-size' allows; only"
                + " its beginning is kept",
            "t-0:2 unparsable: the record has 4 bytes, more than 'source.max-record-size' allows;"
                + " only its beginning is kept");
  }

  @Test
  void metadataColumnsStandWhereTheyAreDeclared() throws Exception {
    SourceSchema schema =
        SourceFixture.schema(
            List.of(),
            "topic STRING NOT NULL METADATA FROM topic",
            "p SMALLINT METADATA FROM partition",
            "id INT",
            "o BIGINT METADATA FROM offset",
            "t TIMESTAMP(6) METADATA FROM timestamp",
            "tt STRING METADATA FROM timestamp-type",
            "e INT METADATA FROM leader-epoch",
            "h MAP<STRING, BYTES> METADATA FROM headers",
            "h2 MAP<STRING, STRING> METADATA FROM headers",
            "valor STRING");
    assertThat(decode(schema, options(), kafka("k", "{\"id\": 1, \"valor\": \"um\"}")))
        .containsExactly(
            "t-3:42: t, 3, 1, 42, 2026-07-01T11:00, CreateTime, 7, {a=2, b=null}, {a=2, b=null},"
                + " um");
  }

  @Test
  void filesTellTheirs() throws Exception {
    SourceSchema schema =
        SourceFixture.schema(
            List.of(),
            "id INT",
            "path STRING METADATA FROM file.path",
            "name STRING METADATA FROM file.name",
            "size BIGINT METADATA FROM file.size",
            "changed TIMESTAMP_LTZ(3) METADATA FROM file.modification-time");
    RawRecord record =
        new RawRecord(
            "feed/a.json",
            1,
            0L,
            "{\"id\": 1}".getBytes(UTF_8),
            9,
            null,
            null,
            0,
            new RecordDetails.OfFile("/data/feed/a.json", 99));
    assertThat(
            decode(
                schema,
                SourceFixture.options("connector", "filesystem", "path", "p", "format", "json"),
                record))
        .containsExactly("feed/a.json:1: 1, /data/feed/a.json, a.json, 99, 1970-01-01T00:00");
  }

  @Test
  void whatTheRecordDoesNotTellIsNullOrRejected() throws Exception {
    RawRecord record =
        new RawRecord(
            "a-b-12",
            1,
            null,
            "{\"id\": 1}".getBytes(UTF_8),
            9,
            null,
            null,
            0,
            new RecordDetails.OfKafka("NoTimestampType", null, List.of()));
    assertThat(
            decode(
                SourceFixture.schema(
                    List.of(),
                    "topic STRING METADATA FROM topic",
                    "p INT METADATA FROM partition",
                    "t TIMESTAMP_LTZ(3) METADATA FROM timestamp",
                    "e INT METADATA FROM leader-epoch",
                    "h MAP<STRING, BYTES> METADATA FROM headers"),
                options(),
                record))
        .containsExactly("a-b-12:1: a-b, 12, null, null, {}");
    assertThat(
            decode(
                SourceFixture.schema(
                    List.of(), "t TIMESTAMP_LTZ(3) NOT NULL METADATA FROM timestamp"),
                options(),
                record))
        .containsExactly("a-b-12:1 misfit: column 't': is NOT NULL, the record does not tell it");
    assertThat(
            decode(
                SourceFixture.schema(List.of(), "topic VARCHAR(2) METADATA FROM topic"),
                options(),
                record))
        .containsExactly(
            "a-b-12:1 misfit: column 'topic': 'a-b' has 3 characters, more than VARCHAR(2) holds");
  }

  @Test
  void anEventOfDebeziumThatChangesTheKeyGivesTwoRows() throws Exception {
    SourceSchema schema =
        SourceFixture.schema(
            List.of("id"),
            "op STRING METADATA FROM value.op",
            "id INT NOT NULL",
            "valor STRING NOT NULL",
            "o BIGINT METADATA FROM offset",
            "db STRING METADATA FROM value.source.database",
            "op2 STRING METADATA FROM value.op");
    String update =
        "{\"before\":{\"id\":1},\"after\":{\"id\":2,\"valor\":\"v\"},\"source\":{\"db\":\"d\"},"
            + "\"op\":\"u\"}";
    assertThat(
            decode(
                schema,
                options("value.format", "debezium-json"),
                kafka(null, update),
                kafka("{\"id\":2}", "{\"op\":\"d\"}"),
                kafka(null, "{\"op\":\"d\"}"),
                kafka("{\"id\":2}", null)))
        .satisfiesExactly(
            row -> assertThat(row).isEqualTo("t-3:42: d, 1, null, 42, d, d"),
            row -> assertThat(row).isEqualTo("t-3:42: u, 2, v, 42, d, u"),
            row -> assertThat(row).isEqualTo("t-3:42: d, 2, null, 42, null, d"),
            rejected -> assertThat(rejected).startsWith("t-3:42 unparsable: a delete has no"));
  }

  /** Kafka's options of a JSON value, and more. */
  private static Map<String, String> options(String... more) {
    Map<String, String> options =
        new HashMap<>(
            SourceFixture.options(
                "connector", "kafka", "topic", "t", "properties.bootstrap.servers", "h:1"));
    options.putAll(SourceFixture.options(more));
    if (!options.containsKey("value.format")) {
      options.putIfAbsent("format", "json");
    }
    return options;
  }

  private static RawRecord kafka(@Nullable String key, @Nullable String value) {
    return new RawRecord(
        "t-3",
        42,
        1_782_900_000_000L,
        bytes(value),
        value == null ? 0 : bytes(value).length,
        null,
        bytes(key),
        key == null ? 0 : bytes(key).length,
        KAFKA);
  }

  @Nullable
  private static byte[] bytes(@Nullable String text) {
    return text == null ? null : text.getBytes(UTF_8);
  }

  /** Rows and rejected records in order; each record goes through its serializer before. */
  private static List<String> decode(
      SourceSchema schema, Map<String, String> options, RawRecord... records) throws Exception {
    OptionReader reader = new OptionReader(options);
    boolean kafka = options.get("connector").equals("kafka");
    FormatSettings format = FormatSettings.read(reader, schema, kafka);
    assertThat(kafka ? KafkaSettings.read(reader) : FileSettings.read(reader)).isNotNull();
    assertThat(reader.problems()).isEmpty();
    DecodeFunction function =
        new DecodeFunction("feed", format, ZoneId.of("Europe/Lisbon"), OnInvalid.QUARANTINE);
    List<String> lines = new ArrayList<>();
    try (var harness =
        new OneInputStreamOperatorTestHarness<>(
            new ProcessOperator<>(function), RawRecordSerializer.INSTANCE)) {
      harness.open();
      for (RawRecord record : records) {
        harness.processElement(copied(record), 0);
        for (RowData row : harness.extractOutputValues()) {
          lines.add(SourceFixture.text(row, schema.rowType()));
        }
        harness.getOutput().clear();
        var rejected = harness.getSideOutput(RejectedEvent.TAG);
        if (rejected != null) {
          rejected.forEach(
              event ->
                  lines.add(
                      event.getValue().position()
                          + " "
                          + event.getValue().reason()
                          + ": "
                          + event.getValue().message()));
          rejected.clear();
        }
      }
    }
    return lines;
  }

  private static RawRecord copied(RawRecord record) throws Exception {
    DataOutputSerializer out = new DataOutputSerializer(64);
    RawRecordSerializer.INSTANCE.serialize(record, out);
    DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
    RawRecord copy = RawRecordSerializer.INSTANCE.deserialize(in);
    assertThat(in.available()).isZero();
    return copy;
  }
}
