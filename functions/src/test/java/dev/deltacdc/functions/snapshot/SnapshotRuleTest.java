/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.junit.jupiter.api.Test;

class SnapshotRuleTest {
  private static final SnapshotRule ALL = SnapshotRule.of(Products.allRows().build());
  private static final SnapshotRule CHANGED = SnapshotRule.of(Products.changedRows().build());

  @Test
  void allRowsAreThoseAliveAtTheEndOfTheDay() {
    List<Version> versions = List.of(upsert(2, 1, 5), delete(4, 2));

    assertThat(ALL.at(versions, 1, false)).isNull();
    assertThat(ALL.at(versions, 3, false)).isEqualTo(new SnapshotRow(versions.get(0), null));
    assertThat(ALL.at(versions, 4, false)).isNull();
  }

  @Test
  void aChangedRowDiffersFromTheDayBefore() {
    List<Version> versions = List.of(upsert(2, 1, 5), upsert(3, 2, 5), upsert(4, 3, 6));

    assertThat(CHANGED.at(versions, 2, false).version()).isEqualTo(versions.get(0));
    // Only updated_at was touched.
    assertThat(CHANGED.at(versions, 3, false)).isNull();
    assertThat(CHANGED.at(versions, 4, false).version()).isEqualTo(versions.get(2));
    assertThat(CHANGED.at(versions, 5, false)).isNull();
  }

  @Test
  void twoNullsAreNoChangeButNullAndAValueAre() {
    List<Version> versions = List.of(upsert(2, 1, null), upsert(3, 2, null), upsert(4, 3, 6));

    assertThat(CHANGED.at(versions, 3, false)).isNull();
    assertThat(CHANGED.at(versions, 4, false)).isNotNull();
  }

  @Test
  void aDeletedIdAppearsOnceWithItsLastValues() {
    List<Version> versions = List.of(upsert(2, 1, 5), delete(4, 2));

    assertThat(CHANGED.at(versions, 4, false))
        .isEqualTo(new SnapshotRow(versions.get(0), versions.get(1)));
    assertThat(CHANGED.at(versions, 5, false)).isNull();
    // Never there at the end of a day.
    assertThat(CHANGED.at(List.of(delete(4, 2)), 4, false)).isNull();
  }

  @Test
  void anIdThatComesBackHasChanged() {
    List<Version> versions = List.of(upsert(2, 1, 5), delete(4, 2), upsert(6, 3, 5));

    assertThat(CHANGED.at(versions, 6, false)).isEqualTo(new SnapshotRow(versions.get(2), null));
  }

  @Test
  void theFirstDayOfATableHasEveryIdThatIsAlive() {
    List<Version> versions = List.of(upsert(2, 1, 5));

    assertThat(CHANGED.at(versions, 9, true)).isEqualTo(new SnapshotRow(versions.get(0), null));
    assertThat(CHANGED.at(List.of(upsert(2, 1, 5), delete(3, 2)), 9, true)).isNull();
  }

  @Test
  void onlyTheNamedColumnsDecide() {
    SnapshotRule byName = SnapshotRule.of(Products.allRows().rowsChanged(List.of(1)).build());

    assertThat(byName.at(List.of(upsert(2, 1, 5), upsert(3, 2, 6)), 3, false)).isNull();
  }

  @Test
  void comparedByDefaultAreAllButKeysEventTimeAndSequence() {
    assertThat(DailySnapshotOptions.comparedByDefault(Products.TYPE, List.of(0), 3, List.of()))
        .containsExactly(1, 2);
    assertThat(DailySnapshotOptions.comparedByDefault(Products.TYPE, List.of(0), 3, List.of(2)))
        .containsExactly(1);
  }

  @Test
  void writingGoesFromEventDayToEventDayNotThroughEveryYear() {
    List<Version> versions = List.of(upsert(2, 1, 5), upsert(1_000_000, 2, 6));
    DayMark mark = new DayMark(1, 0, 2_000_000, 2_000_000, 0, DayMark.NONE, 0);

    List<Long> days = new ArrayList<>();
    for (long day = CHANGED.nextDay(versions, 0, mark);
        day != Long.MAX_VALUE;
        day = CHANGED.nextDay(versions, (int) day + 1, mark)) {
      days.add(day);
    }

    assertThat(days).containsExactly(0L, 2L, 1_000_000L);
  }

  private static Version upsert(int day, long sequence, @Nullable Integer stock) {
    return new Version(
        day,
        Products.sequence(sequence),
        false,
        Products.row("a", "n", stock, day * 86_400_000L + sequence));
  }

  private static Version delete(int day, long sequence) {
    return new Version(
        day, Products.sequence(sequence), true, Products.row("a", null, null, day * 86_400_000L));
  }
}
