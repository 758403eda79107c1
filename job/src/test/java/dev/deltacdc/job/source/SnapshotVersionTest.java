/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.util.Map;
import org.apache.flink.core.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SnapshotVersionTest {

  @ParameterizedTest
  @CsvSource({
    "/e/clientes-20260131.csv, 20260131",
    "/e/7.csv.gz, 7",
    "s3://bucket/2026/v008, 8",
  })
  void aNumberIsTheOnlyOneInTheName(String file, long version) {
    assertThat(SnapshotVersion.NUMBER.of(new Path(file))).isEqualTo(version);
  }

  @Test
  void aDateIsTheOnlyOneInTheName() {
    assertThat(SnapshotVersion.DATE.of(new Path("/2025-01-01/v2 2026-01-31.csv")))
        .isEqualTo(LocalDate.of(2026, 1, 31).toEpochDay());
  }

  @ParameterizedTest
  @CsvSource({
    "NUMBER, /1/readme.csv, has no number",
    "NUMBER, /2026-01-31.csv, has more than one number",
    "NUMBER, /99999999999999999999.csv, is not a version",
    "DATE, /20260131.csv, has no date",
    "DATE, /2026-02-30.csv, is not a version",
  })
  void otherNamesAreRefused(SnapshotVersion version, String file, String message) {
    assertThatThrownBy(() -> version.of(new Path(file)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message)
        .hasMessageContaining(file);
  }

  @Test
  void otherSourcesHaveNone() {
    assertThat(SnapshotFiles.of(Map.of("connector", "kafka", "snapshot.version", "number")))
        .isEmpty();
    assertThat(SnapshotFiles.of(Map.of("connector", "filesystem"))).isEmpty();
    assertThat(
            SnapshotFiles.of(
                Map.of(
                    "connector", "filesystem",
                    "snapshot.version", "date",
                    "snapshot.partial", "true")))
        .contains(new SnapshotFiles(SnapshotVersion.DATE, false, true, false, null));
  }
}
