/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.TimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DayRuleTest {

  @ParameterizedTest
  @CsvSource({
    // Clocks go forward at 01:00 and back at 02:00.
    "Europe/Lisbon, 2026-03-29, 23",
    "Europe/Lisbon, 2026-10-25, 25",
    "Europe/Lisbon, 2026-06-01, 24",
    // Clocks went forward at midnight, so that the day began at 01:00, and back at midnight.
    "America/Sao_Paulo, 2018-11-04, 23",
    "America/Sao_Paulo, 2018-02-17, 25",
    "America/Sao_Paulo, 2026-11-01, 24",
    // 5:45 east of Greenwich, 5:30 until 1985.
    "Asia/Kathmandu, 2026-10-25, 24",
    // Clocks went back at 00:01 to 23:01: the day ended twice.
    "America/St_Johns, 2006-10-28, 25",
    // Clocks go back at 01:00 to midnight: the day begins twice.
    "America/Havana, 2026-11-01, 25",
    "UTC, 2026-12-31, 24",
  })
  void aDayHasTheHoursThatItsZoneGivesIt(String zone, LocalDate date, int hours) {
    DayRule rule = instants(zone);
    int day = (int) date.toEpochDay();

    assertThat(rule.endOf(day) - rule.endOf(day - 1)).isEqualTo(hours * 3_600_000L);
  }

  @ParameterizedTest
  @CsvSource({
    "Europe/Lisbon, 2026-07-01T22:59:59.999Z, 2026-07-01",
    "Europe/Lisbon, 2026-07-01T23:00:00Z, 2026-07-02",
    "Europe/Lisbon, 2026-01-01T23:30:00Z, 2026-01-01",
    "America/Sao_Paulo, 2018-11-04T02:59:59Z, 2018-11-03",
    "America/Sao_Paulo, 2018-11-04T03:00:00Z, 2018-11-04",
    "America/Sao_Paulo, 2018-02-18T02:59:59Z, 2018-02-17",
    "America/Sao_Paulo, 2018-02-18T03:00:00Z, 2018-02-18",
    "Asia/Kathmandu, 2026-01-01T18:14:59Z, 2026-01-01",
    "Asia/Kathmandu, 2026-01-01T18:15:00Z, 2026-01-02",
    "UTC, 1969-12-31T23:59:59.999Z, 1969-12-31",
  })
  void anInstantIsConvertedToTheZone(String zone, Instant instant, LocalDate date) {
    assertThat(instants(zone).dayOf(row(TimestampData.fromInstant(instant))))
        .isEqualTo((int) date.toEpochDay());
  }

  @ParameterizedTest
  @CsvSource({
    // The hour from 01:00 is repeated, then missing.
    "Europe/Lisbon, 2026-10-25T01:30",
    "Europe/Lisbon, 2026-03-29T01:30",
    "Europe/Lisbon, 2026-07-01T00:00",
    // The last hour of the day is repeated; the first one is missing.
    "America/Sao_Paulo, 2018-02-17T23:30",
    "America/Sao_Paulo, 2018-11-04T00:30",
    "Asia/Kathmandu, 2026-01-01T23:59:59.999",
    "UTC, 1969-12-31T23:59:59.999",
  })
  void aTimestampIsWallClockInTheZone(String zone, LocalDateTime wall) {
    DayRule rule = DayRule.of(ZoneId.of(zone), 0, new TimestampType(6));
    GenericRowData row = row(TimestampData.fromLocalDateTime(wall));
    int day = (int) wall.toLocalDate().toEpochDay();

    assertThat(rule.dayOf(row)).isEqualTo(day);
    assertThat(rule.lastEndedBy(rule.eventMillis(row) - 1)).isLessThan(day);
    assertThat(rule.eventMillis(row)).isLessThanOrEqualTo(rule.watermarkOf(day));
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTC", "Europe/Lisbon", "America/Sao_Paulo", "Pacific/Apia", "+05:30"})
  void aDayEndsByWatermarkBehindItsLastEvent(String zone) {
    for (LogicalType type : List.of(new TimestampType(6), new LocalZonedTimestampType(6))) {
      DayRule rule = DayRule.of(ZoneId.of(zone), 0, type);
      Random random = new Random(11);
      for (int i = 0; i < 2_000; i++) {
        long millis = random.nextLong(4_000_000_000_000L) - 1_000_000_000_000L;
        GenericRowData row = row(TimestampData.fromEpochMillis(millis));
        int day = rule.dayOf(row);
        assertThat(rule.eventMillis(row)).isEqualTo(millis);
        assertThat(rule.watermarkOf(day)).isGreaterThanOrEqualTo(millis);
        assertThat(rule.lastEndedBy(rule.watermarkOf(day))).isGreaterThanOrEqualTo(day);
        assertThat(rule.lastEndedBy(rule.watermarkOf(day) - 1)).isLessThan(day);
        assertThat(rule.lastEndedBy(millis - 1)).isLessThan(day);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UTC",
        "Europe/Lisbon",
        "America/Sao_Paulo",
        "Asia/Kathmandu",
        "America/St_Johns",
        "America/Havana",
        "Pacific/Apia",
        "+05:30"
      })
  void theDayIsTheDateInTheZoneAndEndsWhenNoInstantOfItFollows(String zone) {
    DayRule rule = instants(zone);
    ZoneId id = ZoneId.of(zone);
    Random random = new Random(7);
    for (int i = 0; i < 2_000; i++) {
      long millis = random.nextLong(4_000_000_000_000L) - 1_000_000_000_000L;
      int day = rule.dayOf(millis);
      assertThat(day)
          .isEqualTo((int) Instant.ofEpochMilli(millis).atZone(id).toLocalDate().toEpochDay());
      assertThat(rule.endOf(day)).isGreaterThan(millis);
      int ended = rule.lastEnded(millis);
      assertThat(rule.endOf(ended)).isLessThanOrEqualTo(millis);
      assertThat(rule.endOf(ended + 1)).isGreaterThan(millis);
      assertThat(rule.dayOf(rule.endOf(day))).isGreaterThan(day);
      assertThat(rule.dayOf(rule.endOf(day) - 1)).isLessThanOrEqualTo(day);
    }
  }

  @Test
  void anEventWithoutTimeIsABug() {
    assertThatThrownBy(() -> instants("UTC").dayOf(GenericRowData.of((Object) null)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("should have been rejected");
  }

  private static DayRule instants(String zone) {
    return DayRule.of(ZoneId.of(zone), 0, new LocalZonedTimestampType(6));
  }

  private static GenericRowData row(TimestampData time) {
    return GenericRowData.of(time);
  }
}
