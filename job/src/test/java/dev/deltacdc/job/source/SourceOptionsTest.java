/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import static dev.deltacdc.job.source.SourceFixture.options;
import static org.assertj.core.api.Assertions.assertThat;

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

  private static final RowType ROW = RowType.of(new IntType());

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
    assertThat(SourceOptions.check("datagen", options("connector", "datagen", "x", "y"), ROW))
        .isEmpty();
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
    assertThat(SourceOptions.check("filesystem", options, ROW))
        .containsExactly(
            "format 'cvs' is not supported; json and csv are",
            "'source.max-record-size' is 'big', not a size such as '16 mb'",
            "'scan.max-events-per-second' must be above 0",
            "'path' is missing",
            "'source.monitor-interval' is 'soon', not a duration such as '10 s'");
  }

  @Test
  void optionsOfTheOtherFormatAreUnknown() {
    Map<String, String> options =
        options("connector", "filesystem", "path", "p", "format", "json", "csv.header", "true");
    assertThat(SourceOptions.check("filesystem", options, ROW))
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
    assertThat(SourceOptions.check("filesystem", options, RowType.of(new ArrayType(new IntType()))))
        .containsExactly(
            "column 'f0': the csv format has no ARRAY; declare STRING, or use the json format");
  }

  @Test
  void kafkaNeedsATopicAndServers() {
    assertThat(SourceOptions.check("kafka", options("connector", "kafka", "format", "json"), ROW))
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
    assertThat(SourceOptions.check("kafka", options, ROW)).isEmpty();
    options.put("csv.field-delimiter", ";");
    assertThat(SourceOptions.check("kafka", options, ROW))
        .containsExactly(
            "unknown option 'csv.field-delimiter', did you mean 'value.csv.field-delimiter'?");
  }

  @Test
  void secretsAreNotPrinted() {
    Map<String, String> options =
        options(
            "connector", "kafka",
            "topic", "t",
            "format", "json",
            "properties.sasl.jaas.config", "S3CRET");
    assertThat(SourceOptions.check("kafka", options, ROW)).noneMatch(p -> p.contains("S3CRET"));
    assertThat(new SourceDefinition("t", ROW, options, null, ZoneOffset.UTC).toString())
        .doesNotContain("S3CRET");
  }

  private static List<String> files(String... more) {
    Map<String, String> options =
        new HashMap<>(options("connector", "filesystem", "path", "p", "format", "csv"));
    options.putAll(options(more));
    return SourceOptions.check("filesystem", options, ROW);
  }

  private static List<String> kafka(String... more) {
    return SourceOptions.check("kafka", kafkaOptions(more), ROW);
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
}
