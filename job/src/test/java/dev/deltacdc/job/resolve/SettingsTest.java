/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.job.pipeline.Diagnostic;
import dev.deltacdc.job.pipeline.PipelineParser;
import dev.deltacdc.job.pipeline.TableName;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {

  @Test
  void haveDefaults() {
    Settings settings = read("", Map.of());
    assertThat(settings.pipelineName()).isEqualTo("my pipe");
    assertThat(settings.quarantineTable()).isEqualTo(TableName.of("my_pipe_quarantine"));
    assertThat(settings.timeZone()).isEqualTo(ZoneId.of("UTC"));
    assertThat(settings.failOnInvalid()).isFalse();
    assertThat(settings.tombstoneRetention()).isEqualTo(Duration.ofDays(2));
    assertThat(settings.snapshotMaxAhead()).isEqualTo(Duration.ofDays(1));
    assertThat(settings.snapshotRefresh()).isNull();
    assertThat(settings.diagnostics()).isEmpty();
  }

  @Test
  void areRead() {
    Settings settings =
        read(
            """
            SET 'pipeline.name' = 'x';
            SET 'pipeline.time-zone' = 'Europe/Lisbon';
            SET 'on-invalid' = 'fail';
            SET 'quarantine.table' = 'a.bad';
            SET 'tombstone.retention' = '0';
            SET 'snapshot.refresh' = '5 min';
            SET 'sink.buffer.rows' = '7';
            SET 'parallelism.default' = '3';
            SET 'execution.checkpointing.interval' = '10 s';
            SET 'table.exec.mini-batch.enabled' = 'true';
            SET 'fs.s3a.endpoint' = 'e';
            SET 'state.backend.rocksdb.use-bloom-filter' = 'true';
            SET 'state.backend.rocksdb.memory.partitioned-index-filters' = 'true';
            """,
            Map.of("parallelism.default", "2"));
    assertThat(settings.diagnostics()).isEmpty();
    assertThat(settings.timeZone()).isEqualTo(ZoneId.of("Europe/Lisbon"));
    assertThat(settings.failOnInvalid()).isTrue();
    assertThat(settings.quarantineTable()).isEqualTo(TableName.of("a", "bad"));
    assertThat(settings.tombstoneRetention()).isEqualTo(Duration.ZERO);
    assertThat(settings.snapshotRefresh()).isEqualTo(Duration.ofMinutes(5));
    assertThat(settings.sink()).isEqualTo(Map.of("sink.buffer.rows", "7"));
    assertThat(settings.flink())
        .containsEntry("parallelism.default", "2")
        .containsEntry("execution.checkpointing.interval", "10 s")
        .containsEntry("table.exec.mini-batch.enabled", "true")
        .containsEntry("fs.s3a.endpoint", "e")
        .containsEntry("state.backend.rocksdb.use-bloom-filter", "true")
        .hasSize(6);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pipelin.name|x|Did you mean 'pipeline.name'?",
        "tombstone.retension|1 d|Did you mean 'tombstone.retention'?",
        "sink.buffer.row|1|Did you mean 'sink.buffer.rows'?" + " [unknown-setting]",
        "execution.checkpointing.intervall|1 s|Did you mean 'execution.checkpointing.interval'?",
        "paralellism.default|1|Did you mean 'parallelism.default'?",
        "nonsense|1|There is no setting",
        "state.backend.rocksdb.use-bloom-filtr|true|Did you mean 'state.backend.rocksdb.use-bloom-filter'?",
        "state.backend.rocksdb.memory.partitioned-index-filters|on|cannot be 'on'",
        "tombstone.retention|soon|cannot be 'soon'. It is a duration such as '10 s' or '2 d'.",
        "tombstone.retention|-2 d|It is a duration",
        "snapshot.refresh|daily|It is a duration",
        "sink.target-file-size|big|It is a size such as '64 mb'",
        "execution.runtime-mode|batch|leave it out",
        "execution.checkpointing.mode|AT_LEAST_ONCE|leave it out",
        "execution.checkpointing.checkpoints-after-tasks-finish|false|leave it out",
        "table.exec.state.ttl|1 d|write /*+ STATE_TTL",
        "table.exec.sink.upsert-materialize|NONE|leave it out",
        "tombstone.retention|36501 d|It is from 0 ms to 36500 d",
        "tombstone.retention|9223372036854775807 d|cannot be '9223372036854775807 d'",
        "snapshot.max-ahead|106751991167 d|It is from 0 ms to 36500 d",
        "snapshot.quiet-delay|99999999999 h|It is from 0 ms to 36500 d",
        "snapshot.refresh|0|It is from 1 ms to 36500 d",
        "snapshot.refresh|40000 d|It is from 1 ms to 36500 d",
        "sink.buffer.rows|many|cannot be 'many'",
        "sink.buffer.rows|0|must be greater than 0",
        "sink.target-file-size|0|must be greater than 0",
        "parallelism.default|two|cannot be 'two'",
        "parallelism.default|0|It is a number from 1 to 32768",
        "parallelism.default|100000|It is a number from 1 to 32768",
        "on-invalid|ignore|'quarantine' or 'fail'",
        "pipeline.time-zone|Europe/Lisbn|Did you mean Europe/Lisbon?",
        "quarantine.table|../x|It is a table's name",
        "quarantine.table|a..b|It is a table's name",
      })
  void wrongOnesAreErrors(String key, String value, String message) {
    Settings settings = read("\nSET '" + key + "' = '" + value + "';", Map.of());
    assertThat(settings.diagnostics())
        .singleElement()
        .extracting(Diagnostic::toString)
        .satisfies(error -> assertThat(error).startsWith("p.sql:2:5: ").contains(message));
    assertThat(settings.flink()).as("what Flink could not read").isEmpty();
  }

  @Test
  void durationsReachTheEndsOfTheirRanges() {
    Settings settings =
        read(
            """
            SET 'tombstone.retention' = '36500 d';
            SET 'snapshot.max-ahead' = '0';
            SET 'snapshot.refresh' = '1 ms';
            SET 'snapshot.quiet-delay' = '36500 d';
            """,
            Map.of());
    assertThat(settings.diagnostics()).isEmpty();
    assertThat(settings.snapshotQuietDelay()).isEqualTo(Duration.ofDays(36_500));
  }

  @Test
  void thoseOfTheCommandLineAreNotBlamedOnTheFile() {
    assertThat(read("", Map.of("sink.bufer.rows", "1")).diagnostics())
        .singleElement()
        .hasToString(
            "--set: There is no setting 'sink.bufer.rows'. Did you mean 'sink.buffer.rows'?"
                + " [unknown-setting]");
  }

  @Test
  void aKeySetTwiceIsAnError() {
    assertThat(
            read("SET 'on-invalid' = 'fail'; SET 'on-invalid' = 'fail';", Map.of()).diagnostics())
        .singleElement()
        .satisfies(error -> assertThat(error.toString()).contains("set twice"));
  }

  private static Settings read(String text, Map<String, String> overrides) {
    return Settings.read(PipelineParser.parse("p.sql", text).pipeline(), "my pipe", overrides);
  }
}
