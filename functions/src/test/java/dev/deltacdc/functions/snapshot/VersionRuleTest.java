/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import static dev.deltacdc.functions.snapshot.Products.version;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VersionRuleTest {

  @Test
  void theGreatestSequenceDecidesNotTheEventTime() {
    // Sequence 9 happened first, on day 1, so sequence 5 of day 3 never counts.
    List<Version> versions = add(version(3, 5, false), version(1, 9, false), version(2, 7, false));

    assertThat(versions).extracting(Version::day).containsExactly(1);
    assertThat(VersionRule.at(versions, 0)).isNull();
    assertThat(VersionRule.at(versions, 3)).isEqualTo(versions.get(0));
  }

  @Test
  void aStaleEventDecidesTheDaysBeforeTheNewerOne() {
    List<Version> versions = add(version(5, 9, false), version(2, 4, false));

    assertThat(VersionRule.at(versions, 4).sequence()).isEqualTo(Products.sequence(4));
    assertThat(VersionRule.at(versions, 5).sequence()).isEqualTo(Products.sequence(9));
  }

  @Test
  void anEventThatDecidesNoDayChangesNothing() {
    List<Version> versions = add(version(2, 9, false));

    assertThat(VersionRule.add(versions, version(2, 8, false), false)).isSameAs(versions);
    assertThat(VersionRule.add(versions, version(7, 8, true), false)).isSameAs(versions);
  }

  @Test
  void ofATieTheUpsertWinsWhateverTheArrivalOrder() {
    assertThat(VersionRule.at(add(version(2, 9, true), version(2, 9, false)), 2).delete())
        .isFalse();
    assertThat(VersionRule.at(add(version(2, 9, false), version(2, 9, true)), 2).delete())
        .isFalse();
  }

  @Test
  void ofATieInAHistoryTheDeleteWinsWhateverTheArrivalOrder() {
    for (boolean deleteFirst : new boolean[] {true, false}) {
      List<Version> versions = VersionRule.add(List.of(), version(2, 9, deleteFirst), true);
      versions = VersionRule.add(versions, version(2, 9, !deleteFirst), true);
      assertThat(VersionRule.at(versions, 2).delete()).isTrue();
    }
  }

  @Test
  void ofATieOfUpsertsTheLaterArrivalWins() {
    Version second = new Version(2, Products.sequence(9), false, Products.row("a", "n", 77, 0));

    assertThat(VersionRule.at(add(version(2, 9, false), second), 2)).isEqualTo(second);
  }

  @Test
  void theOneBeforeTheWindowStays() {
    List<Version> versions = add(version(1, 1, false), version(3, 3, true), version(6, 6, false));

    assertThat(VersionRule.prune(versions, 5, 5)).extracting(Version::day).containsExactly(3, 6);
    assertThat(VersionRule.prune(versions, 3, 3)).extracting(Version::day).containsExactly(1, 3, 6);
    assertThat(VersionRule.prune(versions, 1, 1)).isSameAs(versions);
  }

  /** Events may come before the clock's first mark. */
  @Test
  void nothingLeavesBeforeTheFirstDayIsKnown() {
    List<Version> versions = add(version(1, 1, false), version(3, 3, false), version(6, 6, true));

    assertThat(VersionRule.prune(versions, DayMark.NONE, DayMark.NONE)).isSameAs(versions);
  }

  @Test
  void aDeleteBeforeTheWindowLeavesWhenNothingFollows() {
    List<Version> versions = add(version(1, 1, false), version(3, 3, true));

    assertThat(VersionRule.prune(versions, 4, 4)).isEmpty();
    assertThat(VersionRule.prune(versions, 4, 3)).extracting(Version::day).containsExactly(3);
    assertThat(VersionRule.prune(versions, 3, 3)).isSameAs(versions);
    assertThat(VersionRule.prune(List.of(), 3, 3)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void whatIsKeptDecidesEveryDayLikeAllEvents(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      List<Version> all = new ArrayList<>();
      List<Version> kept = List.of();
      for (int i = 0; i < 12; i++) {
        Version event =
            version(random.nextInt(8), i * 10 + random.nextInt(60), random.nextBoolean());
        if (all.stream().noneMatch(other -> other.sequence().equals(event.sequence()))) {
          all.add(event);
          kept = VersionRule.add(kept, event, false);
        }
      }
      int start = random.nextInt(8);
      List<Version> pruned = VersionRule.prune(kept, start, Integer.MIN_VALUE);
      for (int day = start - 1; day < 9; day++) {
        int end = day;
        Version expected =
            all.stream()
                .filter(event -> event.day() <= end)
                .max((one, other) -> one.sequence().compareTo(other.sequence()))
                .orElse(null);
        assertThat(VersionRule.at(kept, day)).isEqualTo(expected);
        assertThat(VersionRule.at(pruned, day)).isEqualTo(expected);
      }
    }
  }

  @Test
  void packedVersionsAreTheSame() {
    RowDataSerializer rows = new RowDataSerializer(Products.TYPE);
    List<Version> versions = add(version(-1, 1, false), version(3, 3, true), version(6, 6, false));

    List<Version> unpacked = KeyVersions.pack(versions, rows).unpack(4);

    assertThat(unpacked).extracting(Version::day).containsExactly(-1, 3, 6);
    assertThat(unpacked).extracting(Version::delete).containsExactly(false, true, false);
    assertThat(unpacked.get(2).sequence()).isEqualTo(Products.sequence(6));
    assertThat(unpacked.get(2).row().getInt(2)).isEqualTo(6);
    assertThat(KeyVersions.pack(unpacked, rows)).isEqualTo(KeyVersions.pack(versions, rows));
  }

  private static List<Version> add(Version... events) {
    List<Version> versions = List.of();
    for (Version event : events) {
      versions = VersionRule.add(versions, event, false);
    }
    return versions;
  }
}
