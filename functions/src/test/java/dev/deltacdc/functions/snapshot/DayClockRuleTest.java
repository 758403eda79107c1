/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import static dev.deltacdc.functions.snapshot.Products.day;
import static dev.deltacdc.functions.snapshot.Products.millis;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.LocalDate;
import javax.annotation.Nullable;
import org.junit.jupiter.api.Test;

class DayClockRuleTest {
  private static final LocalDate START = LocalDate.parse("2026-03-10");
  private static final DailySnapshotOptions OPTIONS = options().build();

  private static DailySnapshotOptions.Builder options() {
    return Products.allRows().startDay(START);
  }

  private static final long NOW = millis("2026-03-20T08:00");

  @Test
  void daysBeginAtStartDate() {
    DayMark mark = DayClockRule.start(OPTIONS, NOW).mark();

    assertThat(mark.firstDay()).isEqualTo(day("2026-03-10"));
    assertThat(mark.hasClosed()).isFalse();
    assertThat(mark.hasWritten()).isFalse();
    assertThat(mark.windowStart(3)).isEqualTo(day("2026-03-10"));
  }

  @Test
  void withoutStartDateDaysBeginWhenTheFirstRunDoes() {
    DayClockRule clock = DayClockRule.start(Products.allRows().build(), NOW);

    assertThat(clock.mark().firstDay()).isEqualTo(day("2026-03-20"));
    // Kept in state: the second run, on another day, begins where the first did.
    DayClockRule second =
        DayClockRule.resume(Products.allRows().build(), clock.state(), millis("2026-04-01T08:00"));
    assertThat(second.mark().firstDay()).isEqualTo(day("2026-03-20"));
  }

  @Test
  void theFirstRunWritesItsDayThoughAllEventsAreOlder() {
    DayClockRule clock = DayClockRule.start(Products.allRows().build(), NOW);
    clock.report(report(0, 1, Integer.MAX_VALUE, "2026-01-05"), NOW);

    assertThat(clock.end().writtenDay()).isEqualTo(day("2026-03-20"));
    assertThat(clock.mark().closedDay()).isEqualTo(day("2026-03-19"));
  }

  @Test
  void aDayIsClosedWhenEverySubtaskHasCompletedIt() {
    DayClockRule clock = DayClockRule.start(OPTIONS, NOW);

    assertThat(clock.report(report(0, 2, day("2026-03-12"), "2026-03-13"), NOW)).isNull();
    DayMark mark = clock.report(report(1, 2, day("2026-03-11"), "2026-03-12"), NOW);
    assertThat(mark.closedDay()).isEqualTo(day("2026-03-11"));
    assertThat(mark.writtenDay()).isEqualTo(day("2026-03-11"));
    assertThat(mark.afterWatermark()).isEqualTo(millis("2026-03-12T00:00") - 1);
    assertThat(clock.report(report(1, 2, day("2026-03-14"), "2026-03-15"), NOW).closedDay())
        .isEqualTo(day("2026-03-12"));
  }

  @Test
  void aTriggeredRunEndsWhenEverySubtaskIsIdle() {
    DailySnapshotOptions options = options().endsWhenIdle().build();
    DayClockRule clock = DayClockRule.start(options, NOW);

    assertThat(clock.report(report(0, 2, DayMark.NONE, "2026-03-12"), NOW)).isNull();
    assertThat(clock.report(idle(0, 2, "2026-03-12"), NOW)).isNull();
    assertThat(clock.report(report(1, 2, DayMark.NONE, "2026-03-14"), NOW)).isNull();
    DayMark mark = clock.report(idle(1, 2, "2026-03-14"), NOW);
    assertThat(mark.closedDay()).isEqualTo(day("2026-03-13"));
    assertThat(mark.writtenDay()).isEqualTo(day("2026-03-14"));
    // Ids take it while they are idle: no watermark of an event comes.
    assertThat(mark.afterWatermark()).isNotEqualTo(Long.MAX_VALUE);

    // The next run, with nothing new and then with the next day.
    DayClockRule next = DayClockRule.resume(options, clock.state(), NOW);
    next.report(idle(0, 2, null), NOW);
    assertThat(next.report(idle(1, 2, null), NOW)).isNull();
    DayClockRule later = DayClockRule.resume(options, next.state(), NOW);
    later.report(idle(0, 2, "2026-03-15"), NOW);
    assertThat(later.report(idle(1, 2, null), NOW).writtenDay()).isEqualTo(day("2026-03-15"));
  }

  private static DayReport idle(int subtask, int subtasks, @Nullable String greatestDay) {
    int greatest = greatestDay == null ? DayMark.NONE : day(greatestDay);
    return new DayReport(subtask, subtasks, DayMark.NONE, true, greatest, Integer.MAX_VALUE);
  }

  @Test
  void anIdleSubtaskAndOneAtItsEndHoldNoDayOpen() {
    DayClockRule clock = DayClockRule.start(OPTIONS, NOW);
    clock.report(
        new DayReport(0, 3, day("2026-03-10"), true, day("2026-03-10"), Integer.MAX_VALUE), NOW);
    clock.report(report(1, 3, Integer.MAX_VALUE, "2026-03-10"), NOW);

    assertThat(clock.report(report(2, 3, day("2026-03-12"), "2026-03-13"), NOW).closedDay())
        .isEqualTo(day("2026-03-12"));
    // All at their end: the end of input says which days are closed.
    assertThat(clock.report(report(2, 3, Integer.MAX_VALUE, "2026-03-13"), NOW)).isNull();
  }

  @Test
  void theEndClosesTheDaysBeforeTheLastEventsAndWritesThatOne() {
    DayClockRule clock = DayClockRule.start(OPTIONS, NOW);
    clock.report(report(0, 2, Integer.MAX_VALUE, "2026-03-15"), NOW);
    clock.report(report(1, 2, Integer.MAX_VALUE, "2026-03-12"), NOW);

    DayMark mark = clock.end();
    assertThat(mark.closedDay()).isEqualTo(day("2026-03-14"));
    assertThat(mark.writtenDay()).isEqualTo(day("2026-03-15"));
    assertThat(mark.afterWatermark()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void theEndWritesNothingWhenThereIsNothingSinceStartDate() {
    DayClockRule clock = DayClockRule.start(OPTIONS, NOW);
    assertThat(clock.end()).isNull();

    clock.report(report(0, 1, Integer.MAX_VALUE, "2026-01-15"), NOW);
    assertThat(clock.end()).isNull();
  }

  @Test
  void aQuietSourceClosesADayAfterTheDelay() {
    DailySnapshotOptions options = options().quietDelay(Duration.ofMinutes(30)).build();
    DayClockRule clock = DayClockRule.start(options, millis("2026-03-12T20:00"));
    clock.report(report(0, 1, Integer.MIN_VALUE, "2026-03-12"), millis("2026-03-12T20:00"));

    // The first days are long over, so their delay counts from the start.
    assertThat(clock.quiet(millis("2026-03-12T20:29"))).isNull();
    DayMark mark = clock.quiet(millis("2026-03-12T20:30"));
    assertThat(mark.closedDay()).isEqualTo(day("2026-03-11"));
    assertThat(mark.afterWatermark()).isEqualTo(Long.MIN_VALUE);
    assertThat(clock.quietAt()).isEqualTo(millis("2026-03-13T00:30"));
    assertThat(clock.quiet(millis("2026-03-13T00:29"))).isNull();
    assertThat(clock.quiet(millis("2026-03-13T00:30")).closedDay()).isEqualTo(day("2026-03-12"));
  }

  @Test
  void aSourceThatStillReadsOldDaysIsNotQuiet() {
    DailySnapshotOptions options = options().quietDelay(Duration.ofMinutes(30)).build();
    DayClockRule clock = DayClockRule.start(options, millis("2026-03-12T20:00"));
    clock.report(report(0, 1, Integer.MIN_VALUE, "2026-03-12"), millis("2026-03-12T20:00"));
    clock.report(report(0, 1, Integer.MIN_VALUE, "2026-03-12"), millis("2026-03-13T00:20"));

    assertThat(clock.quiet(millis("2026-03-13T00:45"))).isNull();
    assertThat(clock.quiet(millis("2026-03-13T00:50")).closedDay()).isEqualTo(day("2026-03-12"));
  }

  @Test
  void beforeItsFirstEventASourceIsSlowNotQuiet() {
    DailySnapshotOptions options = options().quietDelay(Duration.ofMinutes(30)).build();
    DayClockRule clock = DayClockRule.start(options, millis("2026-03-12T20:00"));

    assertThat(clock.quiet(millis("2026-03-14T20:00"))).isNull();
  }

  @Test
  void withoutADelayNothingIsClosedByWallClock() {
    DayClockRule clock = DayClockRule.start(OPTIONS, NOW);
    clock.report(report(0, 1, Integer.MIN_VALUE, "2026-03-12"), NOW);

    assertThat(clock.quietAt()).isEqualTo(Long.MAX_VALUE);
    assertThat(clock.quiet(Long.MAX_VALUE / 2)).isNull();
  }

  @Test
  void refreshWritesTheOpenDaysOnce() {
    DayClockRule clock = DayClockRule.start(OPTIONS, NOW);
    assertThat(clock.refresh()).isNull();
    clock.report(report(0, 1, day("2026-03-11"), "2026-03-12"), NOW);

    DayMark mark = clock.refresh();
    assertThat(mark.closedDay()).isEqualTo(day("2026-03-11"));
    assertThat(mark.writtenDay()).isEqualTo(day("2026-03-12"));
    assertThat(clock.refresh()).isNull();
  }

  @Test
  void retainNeverWritesDaysThatAreRemovedAtOnce() {
    DayClockRule clock = DayClockRule.start(options().retainDays(2).build(), NOW);

    DayMark mark = clock.report(report(0, 1, Integer.MIN_VALUE, "2026-03-20"), NOW);
    assertThat(mark.firstDay()).isEqualTo(day("2026-03-18"));
    assertThat(mark.baselineDay()).isEqualTo(day("2026-03-18"));
    assertThat(mark.hasWritten()).isFalse();
    DayMark end = clock.end();
    assertThat(end.firstDay()).isEqualTo(day("2026-03-18"));
    assertThat(end.writtenDay()).isEqualTo(day("2026-03-20"));
  }

  @Test
  void retainLeavesOutTheDaysOfALongGapAndBeginsAnew() {
    DayClockRule clock = DayClockRule.start(options().retainDays(5).build(), NOW);
    clock.report(report(0, 1, day("2026-03-11"), "2026-03-12"), NOW);

    DayMark mark = clock.report(report(0, 1, day("2026-03-11"), "2026-06-01"), NOW);
    assertThat(mark.firstDay()).isEqualTo(day("2026-05-27"));
    assertThat(mark.closedDay()).isEqualTo(day("2026-05-26"));
    assertThat(mark.baselineDay()).isEqualTo(day("2026-05-27"));
  }

  @Test
  void onAnExistingTableOnlyTheLateWindowBeforeItsNewestDayIsWritten() {
    DailySnapshotOptions options =
        options()
            .existingDays(LocalDate.parse("2026-03-10"), LocalDate.parse("2026-03-18"))
            .build();
    DayMark mark = DayClockRule.start(options, NOW).mark();

    assertThat(mark.firstDay()).isEqualTo(day("2026-03-15"));
    assertThat(mark.baselineDay()).isEqualTo(DayMark.NONE);
    assertThat(mark.sweptDay()).isEqualTo(day("2026-03-18"));
  }

  @Test
  void onAnExistingTableNoDayBeforeItsOldestIsAdded() {
    DailySnapshotOptions options =
        Products.allRows()
            .existingDays(LocalDate.parse("2026-03-17"), LocalDate.parse("2026-03-18"))
            .build();
    DayClockRule clock = DayClockRule.start(options, NOW);

    assertThat(clock.mark().firstDay()).isEqualTo(day("2026-03-17"));
    assertThat(clock.mark().baselineDay()).isEqualTo(day("2026-03-17"));
    // The run on the same events leaves the same days.
    clock.report(report(0, 1, Integer.MAX_VALUE, "2026-01-05"), NOW);
    assertThat(clock.end().writtenDay()).isEqualTo(day("2026-03-18"));
  }

  private static DayReport report(int subtask, int subtasks, int completeDay, String greatest) {
    return new DayReport(subtask, subtasks, completeDay, false, day(greatest), day(greatest));
  }
}
