/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deltacdc.delta.DataFile;
import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.sink.TestEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Another engine changes protocol or metadata of the table: at the start, between two runs, or
 * while the job is running. The sink either keeps the rules of what was added, or stops and names
 * it.
 */
class FeatureChangeTest {

  @TempDir Path directory;

  /** Features with the property that switches them on; what upsert and append sinks do. */
  private static final String CHANGES =
      """
      rowTracking                | ROW_TRACKING                          | row tracking               |
      changeDataFeed             | delta.enableChangeDataFeed=true       | the change data feed       |
      appendOnly                 | delta.appendOnly=true                 | delta.appendOnly           |
      columnMapping              | delta.columnMapping.mode=name         | column mapping             | column mapping
      checkConstraints           | delta.constraints.c=id > 0            | the constraint c           | the constraint c
      checkConstraints           |                                       |                            |
      materializePartitionColumns|                                       | materializePartitionColumns | materializePartitionColumns
      icebergCompatV2            |                                       | icebergCompatV2            | icebergCompatV2
      collations                 |                                       | collations                 | collations
      somethingNew               |                                       | somethingNew               | somethingNew
      inCommitTimestamp          | COMMIT_TIMES                          |                            |
      typeWidening               | delta.enableTypeWidening=true         |                            |
      v2Checkpoint               | delta.checkpointPolicy=v2             |                            |
      vacuumProtocolCheck        |                                       |                            |
      checkpointProtection       |                                       |                            |
      allowColumnDefaults        |                                       |                            |
      clustering                 |                                       |                            |
      timestampNtz               |                                       |                            |
      """;

  private static final Map<String, String> SEVERAL =
      Map.of(
          "ROW_TRACKING",
          "delta.enableRowTracking=true;delta.rowTracking.materializedRowIdColumnName=_row-id;"
              + "delta.rowTracking.materializedRowCommitVersionColumnName=_row-version",
          "COMMIT_TIMES",
          "delta.enableInCommitTimestamps=true;delta.inCommitTimestampEnablementVersion=VERSION;"
              + "delta.inCommitTimestampEnablementTimestamp=1700000000000");

  /** Adds the feature to the table's protocol, and a property to its metadata. */
  private static void enable(CommitterHarness committer, String feature, @Nullable String property)
      throws IOException {
    List<String> first =
        Files.readAllLines(
            Path.of(committer.table.path(), "_delta_log", "00000000000000000000.json"));
    String protocol = line(first, "{\"protocol\"").orElseThrow();
    if (!protocol.contains("writerFeatures")) {
      protocol =
          "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":7,\"writerFeatures\":[]}}";
    }
    String all = "\"" + feature + "\",\"domainMetadata\"";
    protocol =
        protocol
            .replace("\"writerFeatures\":[]", "\"writerFeatures\":[" + all + "]")
            .replace("\"writerFeatures\":[\"", "\"writerFeatures\":[" + all + ",\"");
    if (List.of(
            "columnMapping", "typeWidening", "v2Checkpoint", "vacuumProtocolCheck", "timestampNtz")
        .contains(feature)) {
      protocol = withReaderFeature(protocol, feature);
    }
    String metadata = line(first, "{\"metaData\"").orElseThrow();
    for (String entry : entries(committer, property)) {
      metadata =
          metadata
              .replace("\"configuration\":{\"", "\"configuration\":{" + entry + ",\"")
              .replace("\"configuration\":{}", "\"configuration\":{" + entry + "}");
    }
    committer.foreignCommit("SET TBLPROPERTIES", protocol, metadata);
  }

  private static List<String> entries(CommitterHarness committer, @Nullable String property) {
    if (property == null) {
      return List.of();
    }
    String version = Long.toString(committer.version() + 1);
    return Arrays.stream(SEVERAL.getOrDefault(property, property).split(";"))
        .map(entry -> "\"" + entry.replaceFirst("=", "\":\"").replace("VERSION", version) + "\"")
        .toList();
  }

  private static String withReaderFeature(String protocol, String feature) {
    if (!protocol.contains("readerFeatures")) {
      return protocol.replace(
          "\"minReaderVersion\":1",
          "\"readerFeatures\":[\"" + feature + "\"],\"minReaderVersion\":3");
    }
    return protocol.replace("\"readerFeatures\":[\"", "\"readerFeatures\":[\"" + feature + "\",\"");
  }

  private static Optional<String> line(List<String> lines, String start) {
    return lines.stream().filter(line -> line.startsWith(start)).findFirst();
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(delimiter = '|', textBlock = CHANGES)
  void whileTheJobIsRunning(
      String feature, @Nullable String property, @Nullable String upsert, @Nullable String append)
      throws Exception {
    for (boolean isUpsert : new boolean[] {true, false}) {
      try (CommitterHarness committer = committer(isUpsert).open()) {
        committer.commit(1, committer.file(1));
        DataFile second = committer.file(2);
        enable(committer, feature, property);
        committer.prepare(2, second);
        List<String> log = committer.log();
        String refused = isUpsert ? upsert : append;
        if (refused == null) {
          committer.complete(2);
          committer.commit(3, committer.file(3));
          assertThat(committer.ids()).containsExactly(1, 2, 3);
        } else {
          assertThatThrownBy(() -> committer.complete(2))
              .isInstanceOf(SuppressRestartsException.class)
              .hasStackTraceContaining("uses ")
              .hasStackTraceContaining(refused);
          assertThat(committer.log()).isEqualTo(log);
        }
      }
    }
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(delimiter = '|', textBlock = CHANGES)
  void betweenRuns(
      String feature, @Nullable String property, @Nullable String upsert, @Nullable String append)
      throws Exception {
    for (boolean isUpsert : new boolean[] {true, false}) {
      try (CommitterHarness committer = committer(isUpsert).open()) {
        OperatorSubtaskState state = committer.prepare(1, committer.file(1));
        committer.close();
        enable(committer, feature, property);
        List<String> log = committer.log();
        String refused = isUpsert ? upsert : append;
        if (refused == null) {
          committer.open(state, 1);
          committer.commit(2, committer.file(2));
          assertThat(committer.ids()).containsExactly(1, 2);
        } else {
          assertThatThrownBy(() -> committer.open(state, 1))
              .isInstanceOf(SuppressRestartsException.class)
              .hasStackTraceContaining("uses ")
              .hasStackTraceContaining(refused);
          assertThat(committer.log()).isEqualTo(log);
          assertThatThrownBy(() -> committer.store.createOrCheck(committer.table, isUpsert))
              .hasMessageContaining(refused);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aColumnThatSomebodyAddsIsNullInRowsToCome(boolean isUpsert) throws Exception {
    DeltaTable plain = DeltaTable.of(directory.resolve("wider").toString(), TestEvent.TYPE);
    try (CommitterHarness committer =
        new CommitterHarness(isUpsert ? plain.withKeys(List.of("id")) : plain, isUpsert).open()) {
      committer.commit(1, committer.file(1));
      String metadata =
          line(
                  Files.readAllLines(
                      Path.of(committer.table.path(), "_delta_log", "00000000000000000000.json")),
                  "{\"metaData\"")
              .orElseThrow();
      String wider =
          metadata.replace(
              "\\\"fields\\\":[{",
              "\\\"fields\\\":[{\\\"name\\\":\\\"x\\\",\\\"type\\\":\\\"integer\\\","
                  + "\\\"nullable\\\":true,\\\"metadata\\\":{}},{");
      assertThat(wider).isNotEqualTo(metadata);

      committer.foreignCommit("ADD COLUMNS", wider);

      committer.commit(2, committer.file(2));
      assertThat(committer.ids()).containsExactly(1, 2);
      assertThat(committer.store.latest().rowType().getFieldNames()).contains("x");
    }
  }

  private int tables;

  private CommitterHarness committer(boolean upsert) {
    return new CommitterHarness(directory.resolve("t" + tables++), upsert);
  }

  @Test
  void rowsOfAnAppendTableWithRowTrackingAreNumberedOn() throws Exception {
    try (CommitterHarness committer = committer(false).open()) {
      enable(committer, "rowTracking", "ROW_TRACKING");
      committer.commit(1, committer.file(1, 2));
      committer.commit(2, committer.file(3));
      Path log = Path.of(committer.table.path(), "_delta_log");
      assertThat(Files.readString(log.resolve("00000000000000000002.json")))
          .contains("\"baseRowId\":0", "\"defaultRowCommitVersion\":2")
          .contains("{\\\"rowIdHighWaterMark\\\":1}");
      assertThat(Files.readString(log.resolve("00000000000000000003.json")))
          .contains("\"baseRowId\":2", "\"defaultRowCommitVersion\":3")
          .contains("{\\\"rowIdHighWaterMark\\\":2}");
    }
  }

  @Test
  void commitTimesGoOnFromTheLastOneWhateverTheClockSays() throws Exception {
    try (CommitterHarness committer = committer(true).open()) {
      enable(committer, "inCommitTimestamp", "COMMIT_TIMES");
      // The other engine's clock is a day ahead.
      long ahead = System.currentTimeMillis() + 86_400_000;
      committer.foreignCommit("VACUUM END");
      Path log = Path.of(committer.table.path(), "_delta_log");
      Path newest = log.resolve("00000000000000000002.json");
      Files.writeString(
          newest, Files.readString(newest).replace("1700000000000", Long.toString(ahead)));
      committer.commit(1, committer.file(1));
      committer.commit(2, committer.file(2));
      assertThat(committer.store.at(3).timestamp()).isEqualTo(ahead + 1);
      assertThat(committer.store.at(4).timestamp()).isEqualTo(ahead + 2);
    }
  }
}
