/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.order.OrderRule.Outcome;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class OrderRuleTest {
  private static final long A = 1;
  private static final long B = 2;

  static Stream<Arguments> rows() {
    return Stream.of(
        // last event, its content; then this event, its content
        Arguments.of("U", 10, A, "U", 11, B, Outcome.NEWER),
        Arguments.of("U", 10, A, "D", 11, B, Outcome.NEWER),
        Arguments.of("D", 10, A, "U", 11, A, Outcome.NEWER),
        Arguments.of("D", 10, A, "D", 11, A, Outcome.NEWER),
        Arguments.of("U", 10, A, "U", 9, B, Outcome.STALE),
        Arguments.of("U", 10, A, "U", 9, A, Outcome.STALE),
        Arguments.of("U", 10, A, "D", 9, A, Outcome.STALE),
        Arguments.of("D", 10, A, "U", 9, A, Outcome.STALE),
        Arguments.of("D", 10, A, "D", 9, A, Outcome.STALE),
        Arguments.of("U", 10, A, "U", 10, A, Outcome.DUPLICATE),
        Arguments.of("U", 10, A, "U", 10, B, Outcome.TIE_WON),
        Arguments.of("D", 10, A, "U", 10, B, Outcome.TIE_WON),
        Arguments.of("D", 10, A, "U", 10, A, Outcome.TIE_WON),
        Arguments.of("U", 10, A, "D", 10, B, Outcome.TIE_LOST),
        Arguments.of("U", 10, A, "D", 10, A, Outcome.TIE_LOST),
        Arguments.of("D", 10, A, "D", 10, A, Outcome.DUPLICATE),
        Arguments.of("D", 10, A, "D", 10, B, Outcome.TIE_WON));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void theSequenceDecidesThenTheKindThenTheArrival(
      String last,
      int lastSequence,
      long lastHash,
      String kind,
      int sequence,
      long hash,
      Outcome outcome) {
    OrderEntry entry =
        last.equals("U")
            ? OrderEntry.upsert(at(lastSequence), lastHash)
            : OrderEntry.tombstone(at(lastSequence), lastHash, 5);
    assertThat(OrderRule.judge(entry, at(sequence), hash, kind.equals("D"))).isEqualTo(outcome);
  }

  @Test
  void theFirstEventOfAKeyIsNewer() {
    assertThat(OrderRule.judge(null, at(1), A, false)).isEqualTo(Outcome.NEWER);
    assertThat(OrderRule.judge(null, at(1), A, true)).isEqualTo(Outcome.NEWER);
  }

  private static Sequence at(int value) {
    return Sequence.of(new byte[] {(byte) value});
  }
}
