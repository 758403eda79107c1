/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import static dev.deltacdc.functions.snapshot.Products.delete;
import static dev.deltacdc.functions.snapshot.Products.upsert;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.event.ChangeEvent;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.runtime.PojoSerializer;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The three operators together, on harnesses. */
class DailySnapshotOperatorTest {
  private static final String NOW = "2026-03-20T08:00";
  private static final DailySnapshotOptions ALL = all().build();
  private static final DailySnapshotOptions CHANGED = changed().build();

  private static DailySnapshotOptions.Builder all() {
    return Products.allRows().startDay(LocalDate.parse("2026-03-10"));
  }

  private static DailySnapshotOptions.Builder changed() {
    return Products.changedRows().startDay(LocalDate.parse("2026-03-10"));
  }

  @Test
  void aClosedDayHasEveryIdThatIsAlive() throws Exception {
    try (SnapshotTopology topology = new SnapshotTopology(ALL, 2, NOW)) {
      topology.events(
          upsert("a", 1, "2026-03-01", 1),
          upsert("b", 1, "2026-03-10", 2),
          upsert("b", 2, "2026-03-11", 3),
          delete("a", 2, "2026-03-12"));
      topology.watermark("2026-03-12T00:00");

      assertThat(topology.rows())
          .containsExactly("a 2026-03-10 1", "a 2026-03-11 1", "b 2026-03-10 2", "b 2026-03-11 3");
      assertThat(topology.closedDays()).isEqualTo(2);
      assertThat(topology.count(SnapshotCounters.WRITTEN)).isEqualTo(4);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTC", "America/Los_Angeles", "Pacific/Auckland"})
  void oneWatermarkOfWallClockClosesTheDayInEveryZone(String zone) throws Exception {
    RowType wallClock =
        RowType.of(
            Stream.concat(
                    Products.TYPE.getChildren().stream().limit(3), Stream.of(new TimestampType(6)))
                .toArray(LogicalType[]::new),
            Products.TYPE.getFieldNames().toArray(String[]::new));
    DailySnapshotOptions options =
        DailySnapshotOptions.builder(wallClock, List.of(0), 3, ZoneId.of(zone))
            .startDay(LocalDate.parse("2026-03-10"))
            .build();
    try (SnapshotTopology topology = new SnapshotTopology(options, 2, NOW)) {
      topology.events(
          upsert("a", 1, "2026-03-10T23:59:59", 1), upsert("a", 2, "2026-03-11T00:00:00", 2));

      topology.watermark("2026-03-10T23:59:59");
      assertThat(topology.rows()).isEmpty();
      topology.watermark("2026-03-11T00:00:00");
      assertThat(topology.rows()).containsExactly("a 2026-03-10 1");
      topology.end();
      assertThat(topology.rows()).containsExactly("a 2026-03-10 1", "a 2026-03-11 2");
    }
  }

  @Test
  void changedRowsSayWhatChangedAndWhatWasDeleted() throws Exception {
    try (SnapshotTopology topology = new SnapshotTopology(CHANGED, 2, NOW)) {
      topology.events(
          upsert("a", 1, "2026-03-01", 1),
          upsert("b", 1, "2026-03-10", 2),
          // Only updated_at is touched.
          upsert("b", 2, "2026-03-11", 2),
          delete("a", 2, "2026-03-12"),
          upsert("b", 3, "2026-03-13", null));
      topology.end();

      assertThat(topology.rows())
          .containsExactly(
              "a 2026-03-10 1", "a 2026-03-12 1 deleted", "b 2026-03-10 2", "b 2026-03-13 null");
    }
  }

  @Test
  void watermarksFollowTheRowsOfTheDayThatTheyClose() throws Exception {
    try (SnapshotTopology topology = new SnapshotTopology(ALL, 1, NOW)) {
      topology.events(upsert("a", 1, "2026-03-10", 1), upsert("a", 2, "2026-03-12", 2));
      topology.watermark("2026-03-11T00:00");
      assertThat(topology.takeEmitted()).containsExactly("+a 2026-03-10 1", "closed 2026-03-10");

      topology.watermark("2026-03-11T23:59");
      assertThat(topology.takeEmitted()).isEmpty();
      topology.end();
      assertThat(topology.takeEmitted())
          .containsExactly("+a 2026-03-11 1", "+a 2026-03-12 2", "closed 2026-03-11");
    }
  }

  @Test
  void aLateEventUpdatesAddsAndRemovesRowsOfClosedDays() throws Exception {
    try (SnapshotTopology topology = new SnapshotTopology(ALL, 2, NOW)) {
      topology.events(
          upsert("a", 1, "2026-03-10", 1),
          upsert("a", 5, "2026-03-12", 5),
          upsert("b", 1, "2026-03-10", 1));
      topology.watermark("2026-03-13T00:00");
      topology.takeEmitted();

      // Between the two: only the days until the newer one.
      topology.event(upsert("a", 2, "2026-03-11", 2));
      assertThat(topology.takeEmitted()).containsExactly("+a 2026-03-11 2");
      topology.event(upsert("new", 1, "2026-03-12", 7));
      assertThat(topology.takeEmitted()).containsExactly("+new 2026-03-12 7");
      topology.event(delete("b", 2, "2026-03-11"));
      assertThat(topology.takeEmitted()).containsExactly("-b 2026-03-11", "-b 2026-03-12");
      // Decides no day.
      topology.event(upsert("a", 0, "2026-03-12", 9));
      assertThat(topology.takeEmitted()).isEmpty();

      assertThat(topology.count(SnapshotCounters.CORRECTED)).isEqualTo(3);
      assertThat(topology.count(SnapshotCounters.REMOVED)).isEqualTo(2);
      assertThat(topology.count(SnapshotCounters.TOO_LATE)).isZero();
    }
  }

  @Test
  void aLateEventDecidesChangedRowsOfItsDayAndTheNextAgain() throws Exception {
    try (SnapshotTopology topology = new SnapshotTopology(CHANGED, 2, NOW)) {
      topology.events(
          upsert("a", 1, "2026-03-10", 1),
          upsert("a", 5, "2026-03-12", 2),
          upsert("b", 1, "2026-03-10", 1));
      topology.watermark("2026-03-14T00:00");
      topology.takeEmitted();

      // The change now happened a day earlier; on the 12th nothing changed any more.
      topology.event(upsert("a", 3, "2026-03-11", 2));
      assertThat(topology.takeEmitted()).containsExactly("+a 2026-03-11 2", "-a 2026-03-12");
      topology.event(delete("b", 2, "2026-03-12"));
      assertThat(topology.takeEmitted()).containsExactly("+b 2026-03-12 1 deleted");
      // Back on the day after.
      topology.event(upsert("b", 3, "2026-03-13", 1));
      assertThat(topology.takeEmitted()).containsExactly("+b 2026-03-13 1");
      // The delete was undone by a newer event of the same day.
      topology.event(upsert("b", 2, "2026-03-12", 1));
      assertThat(topology.takeEmitted()).containsExactly("-b 2026-03-12", "-b 2026-03-13");
    }
  }

  @Test
  void anEventBeyondTheLateWindowIsCountedAndLeavesOlderDaysAlone() throws Exception {
    try (SnapshotTopology topology = new SnapshotTopology(all().lateDays(2).build(), 1, NOW)) {
      topology.event(upsert("a", 1, "2026-03-10", 1));
      topology.watermark("2026-03-15T00:00");
      topology.takeEmitted();

      // The window is the 13th and 14th; what they and later days show follows the rule.
      topology.event(upsert("b", 1, "2026-03-12", 2));
      assertThat(topology.takeEmitted()).containsExactly("+b 2026-03-13 2", "+b 2026-03-14 2");
      assertThat(topology.count(SnapshotCounters.TOO_LATE)).isEqualTo(1);
      topology.event(upsert("c", 1, "2026-03-13", 2));
      assertThat(topology.count(SnapshotCounters.TOO_LATE)).isEqualTo(1);
    }
  }

  @Test
  void withoutLateDaysAnEventBeforeTheWatermarkIsStillInTime() throws Exception {
    try (SnapshotTopology topology = new SnapshotTopology(all().lateDays(0).build(), 2, NOW)) {
      topology.event(upsert("a", 1, "2026-03-11", 1));
      topology.reportWatermark(0, Products.millis("2026-03-11T00:00") - 1);
      topology.reportWatermark(1, Products.millis("2026-03-11T00:00") - 1);
      // The clock is through, but these subtasks have not seen the watermark yet.
      topology.event(upsert("b", 1, "2026-03-10", 1));
      topology.watermark("2026-03-11T00:00");

      assertThat(topology.rows()).containsExactly("b 2026-03-10 1");
      assertThat(topology.count(SnapshotCounters.TOO_LATE)).isZero();
    }
  }

  @Test
  void anIdleSubtaskFollowsTheClockAtOnce() throws Exception {
    try (SnapshotTopology topology = new SnapshotTopology(ALL, 2, NOW)) {
      topology.events(upsert("a", 1, "2026-03-10", 1), upsert("b", 1, "2026-03-10", 1));
      topology.idle(0);
      topology.reportWatermark(1, Products.millis("2026-03-11T00:00") - 1);
      topology.snapshotWatermark(1, Products.millis("2026-03-11T00:00") - 1);

      assertThat(topology.rows()).containsExactly("a 2026-03-10 1", "b 2026-03-10 1");
    }
  }

  /** The mark comes on a shorter way than the events that it is made of. */
  @Test
  void aSubtaskThatHasEventsAgainWaitsForThemThoughItStillLooksIdle() throws Exception {
    try (SnapshotTopology topology = new SnapshotTopology(ALL, 1, NOW)) {
      topology.events(upsert("a", 1, "2026-03-10", 1));
      topology.idle(0);
      ChangeEvent again = upsert("a", 2, "2026-03-10", 2);
      topology.reportAgain(0, again);
      topology.reportWatermark(0, Products.millis("2026-03-20T00:00") - 1);
      assertThat(topology.rows()).isEmpty();

      topology.arriveAgain(0, again);
      topology.snapshotWatermark(0, Products.millis("2026-03-20T00:00") - 1);
      assertThat(topology.rows()).hasSize(10).allMatch(row -> row.endsWith(" 2"));
      assertThat(topology.count(SnapshotCounters.TOO_LATE)).isZero();
    }
  }

  @Test
  void aQuietSourceClosesByWallClock() throws Exception {
    DailySnapshotOptions options = all().quietDelay(Duration.ofMinutes(30)).build();
    try (SnapshotTopology topology = new SnapshotTopology(options, 2, "2026-03-10T20:00")) {
      topology.event(upsert("a", 1, "2026-03-10T20:00", 1));
      topology.wallClock("2026-03-11T00:29");
      assertThat(topology.rows()).isEmpty();
      topology.wallClock("2026-03-11T00:30");
      assertThat(topology.rows()).containsExactly("a 2026-03-10 1");
      // Nothing happens, and still each day has its rows.
      topology.wallClock("2026-03-12T00:30");
      assertThat(topology.rows()).containsExactly("a 2026-03-10 1", "a 2026-03-11 1");
    }
  }

  @Test
  void refreshWritesTheOpenDayAndEventsThenCorrectIt() throws Exception {
    DailySnapshotOptions options = all().refresh(Duration.ofHours(1)).build();
    try (SnapshotTopology topology = new SnapshotTopology(options, 2, "2026-03-10T08:00")) {
      topology.event(upsert("a", 1, "2026-03-10T08:00", 1));
      topology.wallClock("2026-03-10T08:59");
      assertThat(topology.rows()).isEmpty();
      topology.wallClock("2026-03-10T09:00");
      assertThat(topology.takeEmitted()).containsExactly("+a 2026-03-10 1");

      topology.event(upsert("a", 2, "2026-03-10T09:30", 2));
      assertThat(topology.takeEmitted()).containsExactly("+a 2026-03-10 2");
      // Nothing new to write, and closing the day writes it no second time.
      topology.wallClock("2026-03-10T10:00");
      topology.watermark("2026-03-11T00:00");
      assertThat(topology.takeEmitted()).containsExactly("closed 2026-03-10");
      assertThat(topology.count(SnapshotCounters.CORRECTED)).isZero();
    }
  }

  @Test
  void withoutStartDateTheFirstDayIsThatOfTheFirstRun() throws Exception {
    try (SnapshotTopology topology =
        new SnapshotTopology(Products.allRows().build(), 2, "2026-03-20T08:00")) {
      topology.events(upsert("a", 1, "2020-01-01", 1), upsert("b", 1, "2026-03-19", 1));
      topology.restart(3);
      topology.end();

      assertThat(topology.rows()).containsExactly("a 2026-03-20 1", "b 2026-03-20 1");
      assertThat(topology.closedDays()).isZero();
    }
  }

  @Test
  void retainBoundsWhatABoundedRunWrites() throws Exception {
    try (SnapshotTopology topology =
        new SnapshotTopology(changed().retainDays(2).build(), 2, NOW)) {
      topology.events(
          upsert("a", 1, "2026-03-10", 1),
          upsert("b", 1, "2026-03-17", 1),
          upsert("b", 2, "2026-03-20", 2));
      topology.end();

      // The first day that is written has every id, whenever it last changed.
      assertThat(topology.rows())
          .containsExactly("a 2026-03-18 1", "b 2026-03-18 1", "b 2026-03-20 2");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aRunWithoutStateOnAnExistingTableBringsItsWindowInLine(int parallelism) throws Exception {
    DailySnapshotOptions existing =
        all().existingDays(LocalDate.parse("2026-03-10"), LocalDate.parse("2026-03-18")).build();
    try (SnapshotTopology topology = new SnapshotTopology(existing, parallelism, NOW)) {
      topology.events(
          upsert("a", 1, "2026-03-10", 1),
          upsert("b", 1, "2026-03-10", 1),
          delete("b", 2, "2026-03-11"),
          upsert("c", 1, "2026-03-16", 1));
      // What the earlier run left: b's delete was unknown to it, c came late.
      topology.table.put("b 2026-03-14", "b 2026-03-14 1");
      topology.table.put("b 2026-03-18", "b 2026-03-18 1");
      topology.table.put("c 2026-03-15", "c 2026-03-15 1");
      topology.end();

      assertThat(topology.rows())
          .containsExactly(
              "a 2026-03-15 1",
              "a 2026-03-16 1",
              "a 2026-03-17 1",
              "a 2026-03-18 1",
              "b 2026-03-14 1",
              "c 2026-03-16 1",
              "c 2026-03-17 1",
              "c 2026-03-18 1");
      assertThat(topology.idsInState()).isEqualTo(2);
    }
  }

  @Test
  void theSameRunTwiceLeavesTheSameTable() throws Exception {
    for (DailySnapshotOptions.Builder options : List.of(all(), changed())) {
      try (SnapshotTopology first = new SnapshotTopology(options.build(), 2, NOW)) {
        run(first);
        DailySnapshotOptions existing =
            options
                .existingDays(LocalDate.parse("2026-03-10"), LocalDate.parse("2026-03-18"))
                .build();
        try (SnapshotTopology second = new SnapshotTopology(existing, 3, "2026-05-01")) {
          second.table.putAll(first.table);
          run(second);
          assertThat(second.table).isEqualTo(first.table);
        }
      }
    }
  }

  private static void run(SnapshotTopology topology) throws Exception {
    topology.events(
        upsert("a", 1, "2026-03-01", 1),
        upsert("b", 1, "2026-03-10", 1),
        delete("b", 2, "2026-03-17"),
        upsert("c", 1, "2026-03-16", 1),
        upsert("c", 2, "2026-03-17", 2),
        upsert("c", 3, "2026-03-18", 2));
    topology.end();
  }

  @Test
  void aDeletedIdLeavesTheStateWhenNoDayNeedsIt() throws Exception {
    try (SnapshotTopology topology = new SnapshotTopology(all().lateDays(2).build(), 2, NOW)) {
      topology.events(
          upsert("a", 1, "2026-03-10", 1),
          upsert("b", 1, "2026-03-10", 1),
          delete("b", 5, "2026-03-11"));
      topology.watermark("2026-03-13T00:00");
      assertThat(topology.idsInState()).isEqualTo(2);
      topology.watermark("2026-03-17T00:00");
      assertThat(topology.idsInState()).isEqualTo(1);

      // Older than the delete, which is forgotten: stale, so it does not bring the id back.
      topology.takeEmitted();
      topology.event(upsert("b", 4, "2026-03-16", 1));
      assertThat(topology.takeEmitted()).isEmpty();
      assertThat(topology.idsInState()).isEqualTo(1);
    }
  }

  @Test
  void subtasksThatLagAreNotMixedUpWhenTheJobIsRescaled() throws Exception {
    try (SnapshotTopology topology = new SnapshotTopology(all().lateDays(0).build(), 3, NOW)) {
      for (int i = 0; i < 20; i++) {
        topology.event(upsert("id" + i, 1, "2026-03-10", i));
      }
      for (int i = 0; i < 3; i++) {
        topology.reportWatermark(i, Products.millis("2026-03-11T00:00") - 1);
      }
      // Only one of three has walked its ids.
      topology.snapshotWatermark(0, Products.millis("2026-03-11T00:00") - 1);
      int walked = topology.rows().size();
      assertThat(walked).isBetween(1, 19);

      topology.restart(2);
      topology.takeEmitted();
      topology.watermark("2026-03-11T00:00");

      assertThat(topology.rows()).hasSize(20);
      assertThat(topology.takeEmitted()).hasSize(20 - walked + 1);
    }
  }

  @Test
  void aMarkThatWaitsForTheEndOfInputSurvivesARestart() throws Exception {
    try (SnapshotTopology topology = new SnapshotTopology(ALL, 2, NOW)) {
      topology.events(upsert("a", 1, "2026-03-10", 1), upsert("b", 1, "2026-03-10", 1));
      topology.endReport(0);
      topology.endReport(1);
      topology.endClock();
      assertThat(topology.rows()).isEmpty();
      topology.restart(2);
      topology.endSnapshotEvents(1);
      topology.endSnapshotEvents(0);

      assertThat(topology.rows()).containsExactly("a 2026-03-10 1", "b 2026-03-10 1");
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {DayReport.class, AnnouncedMark.class, DayMark.class, DayClockState.class})
  void recordsAreSerialisedWithoutKryo(Class<?> type) {
    SerializerConfigImpl config = new SerializerConfigImpl();
    config.setGenericTypes(false);

    assertThat(TypeInformation.of(type).createSerializer(config))
        .isInstanceOf(PojoSerializer.class);
  }
}
