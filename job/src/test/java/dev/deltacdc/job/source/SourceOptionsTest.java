/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import static dev.deltacdc.job.source.SourceFixture.options;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.reject.OnInvalid;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class SourceOptionsTest {

  private static final SourceSchema ROW = SourceSchema.of(RowType.of(new IntType()));

  @Test
  void goodOptionsHaveNoProblems() {
    assertThat(files()).isEmpty();
    assertThat(
            files(
                "csv.header", "true",
                "csv.field-delimiter", "\\t",
                "csv.quote-character", "'",
                "csv.escape-character", "\\",
                "csv.null-literal", "NULL",
                "csv.allow-comments", "true",
                "source.monitor-interval", "10 s",
                "source.max-record-size", "1 mb",
                "scan.max-events-per-second", "1000"))
        .isEmpty();
    assertThat(kafka()).isEmpty();
    assertThat(
            kafka(
                "properties.group.id", "g",
                "properties.sasl.jaas.config", "secret",
                "scan.startup.mode", "specific-offsets",
                "scan.startup.specific-offsets", "partition:0,offset:42;partition:1,offset:300",
                "scan.bounded.mode", "timestamp",
                "scan.bounded.timestamp-millis", "1767261600000",
                "scan.topic-partition-discovery.interval", "1 min",
                "scan.max-events-per-second", "0.5"))
        .isEmpty();
  }

  @Test
  void otherConnectorsAreNotLookedAt() {
    assertThat(SourceOptions.owns("datagen")).isFalse();
    assertThat(check("datagen", options("connector", "datagen", "x", "y"), ROW)).isEmpty();
  }

  @Test
  void anUnknownOptionComesWithTheNearestOne() {
    assertThat(files("csv.heder", "true"))
        .containsExactly("unknown option 'csv.heder', did you mean 'csv.header'?");
    assertThat(kafka("scan.startup.modes", "latest-offset"))
        .containsExactly("unknown option 'scan.startup.modes', did you mean 'scan.startup.mode'?");
    assertThat(files("csv.ignore-parse-errors", "true"))
        .containsExactly(
            "'csv.ignore-parse-errors': not needed, a record that cannot be read goes to the"
                + " quarantine table");
    assertThat(kafka("sink.parallelism", "1"))
        .containsExactly(
            "'sink.parallelism': this table is a source; what flows write are Delta tables");
  }

  @Test
  void everyProblemIsNamed() {
    Map<String, String> options =
        options(
            "connector", "filesystem",
            "format", "cvs",
            "source.monitor-interval", "soon",
            "scan.max-events-per-second", "-1",
            "source.max-record-size", "big");
    assertThat(check("filesystem", options, ROW))
        .containsExactly(
            "'format': there is no format cvs; json, csv, raw and debezium-json are",
            "'source.max-record-size' is 'big', not a size such as '16 mb'",
            "'scan.max-events-per-second' must be above 0",
            "'path' is missing",
            "'source.monitor-interval' is 'soon', not a duration such as '10 s'");
  }

  @Test
  void optionsOfTheOtherFormatAreUnknown() {
    Map<String, String> options =
        options("connector", "filesystem", "path", "p", "format", "json", "csv.header", "true");
    assertThat(check("filesystem", options, ROW))
        .singleElement()
        .asString()
        .startsWith("unknown option 'csv.header'");
  }

  @Test
  void charactersOfCsvAreSingleAsciiCharactersAndDiffer() {
    assertThat(files("csv.field-delimiter", "||"))
        .containsExactly("'csv.field-delimiter' is '||', not one ASCII character");
    assertThat(files("csv.field-delimiter", "§")).hasSize(1);
    assertThat(files("csv.field-delimiter", "\""))
        .containsExactly("the csv format's delimiter, quote and escape characters must differ");
    assertThat(files("csv.field-delimiter", "\"", "csv.disable-quote-character", "true")).isEmpty();
  }

  @Test
  void columnsThatTheFormatCannotGiveAreProblems() {
    Map<String, String> options = options("connector", "filesystem", "path", "p", "format", "csv");
    assertThat(
            check("filesystem", options, SourceSchema.of(RowType.of(new ArrayType(new IntType())))))
        .containsExactly(
            "column 'f0': the csv format has no ARRAY; declare STRING, or use the json format");
  }

  @Test
  void kafkaNeedsATopicAndServers() {
    assertThat(check("kafka", options("connector", "kafka", "format", "json"), ROW))
        .containsExactly(
            "'properties.bootstrap.servers' is missing",
            "one of 'topic' and 'topic-pattern' is needed");
    assertThat(kafka("topic-pattern", "t.*"))
        .containsExactly("one of 'topic' and 'topic-pattern' is needed");
  }

  @Test
  void kafkasModesNeedTheirValues() {
    assertThat(kafka("scan.startup.mode", "timestamp"))
        .containsExactly("'scan.startup.timestamp-millis' is missing");
    assertThat(kafka("scan.startup.mode", "group-offsets"))
        .containsExactly("'scan.startup.mode' = 'group-offsets' needs 'properties.group.id'");
    assertThat(
            kafka("scan.startup.mode", "specific-offsets", "scan.startup.specific-offsets", "0:42"))
        .containsExactly(
            "'scan.startup.specific-offsets' is not like"
                + " 'partition:0,offset:42;partition:1,offset:300'");
    assertThat(kafka("scan.startup.mode", "earliest"))
        .singleElement()
        .asString()
        .startsWith("'scan.startup.mode' is 'earliest', not one of earliest-offset, ");
  }

  @Test
  void withoutStateKafkaIsReadFromTheBeginningAlsoByAGroup() {
    assertThat(start("properties.group.id", "g")).isEqualTo(KafkaPartitionSplit.EARLIEST_OFFSET);
    assertThat(start("properties.group.id", "g", "scan.startup.mode", "group-offsets"))
        .isEqualTo(KafkaPartitionSplit.COMMITTED_OFFSET);
  }

  private static long start(String... more) {
    TopicPartition partition = new TopicPartition("t", 0);
    KafkaSettings settings = KafkaSettings.read(new OptionReader(kafkaOptions(more)));
    return settings.start().getPartitionOffsets(Set.of(partition), null).get(partition);
  }

  @Test
  void theValueFormatsOptionsStartWithValue() {
    Map<String, String> options =
        options(
            "connector", "kafka",
            "topic", "t",
            "properties.bootstrap.servers", "h:1",
            "value.format", "csv",
            "value.csv.field-delimiter", ";");
    assertThat(check("kafka", options, ROW)).isEmpty();
    options.put("csv.field-delimiter", ";");
    assertThat(check("kafka", options, ROW))
        .containsExactly(
            "unknown option 'csv.field-delimiter', did you mean 'value.csv.field-delimiter'?");
  }

  @Test
  void theKeyTakesTheOptionsOfFlinksConnector() {
    SourceSchema schema = SourceFixture.schema(List.of(), "k_id INT", "valor STRING");
    assertThat(
            kafka(
                schema,
                "key.format",
                "csv",
                "key.csv.field-delimiter",
                ";",
                "key.fields",
                "k_id",
                "key.fields-prefix",
                "k_",
                "value.fields-include",
                "EXCEPT_KEY"))
        .isEmpty();
    assertThat(kafka(schema, "key.format", "raw", "key.fields", "valor")).isEmpty();
    assertThat(kafka(schema, "value.fields-include", "ALL")).isEmpty();
    assertThat(kafka(schema, "key.format", "json"))
        .containsExactly("'key.format' needs 'key.fields', the columns that the key gives");
    assertThat(kafka(schema, "key.fields", "k_id"))
        .containsExactly("'key.fields' needs 'key.format'");
    assertThat(kafka(schema, "key.format", "json", "key.fields", "k_id;id;k_id"))
        .containsExactly(
            "'key.fields' names id, which is no physical column; there are k_id, valor",
            "'key.fields' names k_id twice");
    assertThat(kafka(schema, "key.format", "json", "key.fields", "k_id", "key.fields-prefix", "k_"))
        .containsExactly("'key.fields-prefix' needs 'value.fields-include' = 'EXCEPT_KEY'");
    assertThat(
            kafka(
                schema,
                "key.format",
                "json",
                "key.fields",
                "valor",
                "key.fields-prefix",
                "k_",
                "value.fields-include",
                "EXCEPT_KEY"))
        .containsExactly("'key.fields' names valor, which does not start with 'key.fields-prefix'");
    assertThat(kafka(schema, "key.format", "jsn", "key.fields", "k_id"))
        .containsExactly(
            "'key.format': there is no format jsn; json, csv, raw and debezium-json are");
    assertThat(kafka(schema, "key.format", "debezium-json", "key.fields", "k_id"))
        .containsExactly("'key.format': debezium-json is a format of values; a key is json");
    assertThat(kafka(schema, "key.format", "raw", "key.fields", "k_id"))
        .containsExactly("the raw format gives exactly one column, BYTES or STRING");
    assertThat(kafka(schema, "key.format", "csv", "key.fields", "k_id", "key.csv.header", "true"))
        .containsExactly("'key.csv.header': a Kafka record has no header line");
    assertThat(
            check(
                "filesystem",
                options(
                    "connector", "filesystem", "path", "p", "format", "json", "key.format", "x"),
                schema))
        .singleElement()
        .asString()
        .startsWith("unknown option 'key.format'");
  }

  @Test
  void debeziumNeedsThePrimaryKey() {
    SourceSchema keyed = SourceFixture.schema(List.of("id"), "id INT NOT NULL", "valor STRING");
    SourceSchema keyless = SourceFixture.schema(List.of(), "id INT", "valor STRING");
    assertThat(kafka(keyed, "format", "debezium-json", "debezium-json.schema-include", "true"))
        .isEmpty();
    assertThat(kafka(keyless, "format", "debezium-json"))
        .containsExactly(
            "'format' = 'debezium-json' needs PRIMARY KEY (…) NOT ENFORCED among the table's"
                + " columns: an update that changes the key is a delete of the old one too");
    assertThat(kafka(keyed, "format", "debezium-json", "debezium-json.ignore-parse-errors", "true"))
        .singleElement()
        .asString()
        .contains("goes to the quarantine table");
    assertThat(kafka(keyed, "format", "raw", "raw.charset", "ISO-8859-1"))
        .contains(
            "'raw.charset': not needed, declare the column BYTES and DECODE(column, 'charset') it");
  }

  @Test
  void metadataColumnsAreThoseOfFlinksConnectorsAndFormats() {
    SourceSchema kafka =
        SourceFixture.schema(
            List.of("id"),
            "id INT NOT NULL",
            "topic STRING NOT NULL METADATA FROM topic",
            "p BIGINT METADATA FROM partition",
            "o BIGINT METADATA FROM offset",
            "t TIMESTAMP(3) METADATA FROM timestamp",
            "tt STRING METADATA FROM timestamp-type",
            "h MAP<STRING, STRING> METADATA FROM headers",
            "e INT METADATA FROM leader-epoch",
            "op STRING METADATA FROM value.op",
            "src MAP<STRING, STRING> METADATA FROM value.source.properties");
    assertThat(kafka(kafka, "format", "debezium-json")).isEmpty();
    assertThat(kafka(kafka, "format", "json"))
        .hasSize(2)
        .first()
        .asString()
        .startsWith("column 'op': there is no metadata value.op");
    SourceSchema files =
        SourceFixture.schema(
            List.of("id"),
            "id INT NOT NULL",
            "path STRING METADATA FROM file.path",
            "name STRING METADATA FROM file.name",
            "size BIGINT METADATA FROM file.size",
            "changed TIMESTAMP_LTZ(3) METADATA FROM file.modification-time",
            "op STRING METADATA FROM op",
            "at TIMESTAMP_LTZ(6) METADATA FROM source.timestamp");
    Map<String, String> options =
        options("connector", "filesystem", "path", "p", "format", "debezium-json");
    assertThat(check("filesystem", options, files)).isEmpty();
    SourceSchema wrong =
        SourceFixture.schema(
            List.of("id"),
            "id INT NOT NULL",
            "a STRING METADATA FROM file.pth",
            "b STRING METADATA FROM headers",
            "c INT METADATA FROM file.name");
    assertThat(check("filesystem", options, wrong))
        .containsExactly(
            "column 'a': there is no metadata file.pth, did you mean file.path?",
            "column 'b': there is no metadata headers; there is file.path, file.name, file.size,"
                + " file.modification-time, op, ingestion-timestamp, source.timestamp,"
                + " source.database, source.schema, source.table, source.properties",
            "column 'c': file.name is STRING, which INT cannot hold as it is; declare that type and"
                + " CAST it in a computed column or a view");
  }

  @Test
  void secretsAreNotPrinted() {
    Map<String, String> options =
        options(
            "connector", "kafka",
            "topic", "t",
            "format", "json",
            "properties.sasl.jaas.config", "S3CRET");
    assertThat(check("kafka", options, ROW)).noneMatch(p -> p.contains("S3CRET"));
    assertThat(
            new SourceDefinition("t", ROW, options, null, ZoneOffset.UTC, OnInvalid.QUARANTINE)
                .toString())
        .doesNotContain("S3CRET");
  }

  private static List<String> files(String... more) {
    Map<String, String> options =
        new HashMap<>(options("connector", "filesystem", "path", "p", "format", "csv"));
    options.putAll(options(more));
    return check("filesystem", options, ROW);
  }

  private static List<String> kafka(String... more) {
    return kafka(ROW, more);
  }

  private static List<String> kafka(SourceSchema schema, String... more) {
    return check("kafka", kafkaOptions(more), schema);
  }

  private static Map<String, String> kafkaOptions(String... more) {
    Map<String, String> options =
        new HashMap<>(
            options(
                "connector", "kafka",
                "topic", "t",
                "properties.bootstrap.servers", "h:1",
                "format", "json"));
    options.putAll(options(more));
    return options;
  }

  private static List<String> check(
      String connector, Map<String, String> options, SourceSchema schema) {
    return SourceOptions.check(connector, options, schema).stream()
        .map(OptionProblem::text)
        .toList();
  }
}
