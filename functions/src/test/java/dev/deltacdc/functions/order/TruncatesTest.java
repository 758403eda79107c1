/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.event.Truncate;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import javax.annotation.Nullable;
import org.apache.flink.table.data.TimestampData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TruncatesTest {
  private final Truncates truncates = new Truncates();

  @Test
  void withoutEventTimesTheGreatestDecides() {
    assertThat(truncates.removing(at(0))).isNull();
    assertThat(truncates.add(truncate(5, null))).isTrue();
    assertThat(truncates.add(truncate(3, null))).isFalse();
    assertThat(truncates.add(truncate(5, null))).isFalse();
    assertThat(truncates.add(truncate(7, null))).isTrue();
    assertThat(sequence(truncates.removing(at(1)))).isEqualTo(7);
    assertThat(sequence(truncates.removing(at(7)))).isEqualTo(7);
    assertThat(truncates.removing(at(8))).isNull();
    assertThat(truncates.end()).isGreaterThan(at(7)).isLessThan(at(8));
  }

  @Test
  void anEventIsRemovedByTheEarliestThatIsNotOlder() {
    truncates.add(truncate(9, 300L));
    truncates.add(truncate(5, 100L));
    truncates.add(truncate(7, 400L)); // removes nothing that 9 doesn't remove before
    assertThat(sequence(truncates.removing(at(4)))).isEqualTo(5);
    assertThat(sequence(truncates.removing(at(6)))).isEqualTo(9);
    assertThat(truncates.add(truncate(8, 100L))).isTrue(); // as early as 5, and newer
    assertThat(sequence(truncates.removing(at(4)))).isEqualTo(8);
  }

  @Test
  void oneWithoutTimeIsEarlierThanAll() {
    truncates.add(truncate(5, null));
    truncates.add(truncate(9, 1L));
    assertThat(sequence(truncates.removing(at(4)))).isEqualTo(5);
    assertThat(truncates.add(truncate(9, null))).isTrue();
    assertThat(sequence(truncates.removing(at(4)))).isEqualTo(9);
  }

  @Test
  void theirNumberIsBounded() {
    for (int i = 0; i < Truncates.MOST + 10; i++) {
      truncates.add(truncate(i, (long) i));
    }
    assertThat(sequence(truncates.removing(at(0)))).isEqualTo(10);
    assertThat(truncates.add(truncate(0, 0L))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void theOrderOfArrivalDoesNotMatter(long seed) {
    Random random = new Random(seed);
    List<Truncate> feed = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      feed.add(truncate(random.nextInt(40), (long) random.nextInt(40)));
    }
    for (int round = 0; round < 5; round++) {
      Collections.shuffle(feed, random);
      Truncates shuffled = new Truncates();
      feed.forEach(shuffled::add);
      for (int sequence = 0; sequence < 41; sequence++) {
        Sequence event = at(sequence);
        Long earliest =
            feed.stream()
                .filter(truncate -> truncate.at().compareTo(event) >= 0)
                .map(Truncate::eventMillis)
                .min(Long::compare)
                .orElse(null);
        Truncate removing = shuffled.removing(event);
        assertThat(removing == null ? null : removing.eventMillis()).isEqualTo(earliest);
      }
    }
  }

  private static Truncate truncate(int sequence, @Nullable Long millis) {
    return Truncate.of(at(sequence), millis == null ? null : TimestampData.fromEpochMillis(millis));
  }

  private static Sequence at(int number) {
    return Sequence.of(ByteBuffer.allocate(4).putInt(number).array());
  }

  private static int sequence(@Nullable Truncate truncate) {
    assertThat(truncate).isNotNull();
    return ByteBuffer.wrap(truncate.sequence()).getInt();
  }
}
