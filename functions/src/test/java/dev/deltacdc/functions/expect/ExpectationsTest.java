/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.expect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.expect.Expectation.Action;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.table.data.GenericRowData;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ExpectationsTest {
  private final Expectations expectations =
      Expectations.of(
          List.of(
              new Expectation("warn", "w", 0, Action.WARN),
              new Expectation("drop", "d", 1, Action.DROP_ROW),
              new Expectation("fail", "f", 2, Action.FAIL_UPDATE),
              new Expectation("quarantine", "q", 3, Action.QUARANTINE),
              new Expectation("second", "s", 4, Action.DROP_ROW)));

  static Stream<Arguments> rows() {
    return Stream.of(
        Arguments.of(conditions(true, true, true, true, true), null, List.of()),
        Arguments.of(conditions(false, true, true, true, true), "warn", List.of("warn")),
        Arguments.of(conditions(null, true, true, true, true), "warn", List.of("warn")),
        Arguments.of(conditions(false, false, true, true, true), "drop", List.of("warn", "drop")),
        Arguments.of(conditions(true, null, true, true, false), "drop", List.of("drop", "second")),
        Arguments.of(conditions(true, true, true, true, false), "second", List.of("second")),
        Arguments.of(
            conditions(true, false, true, false, true),
            "quarantine",
            List.of("drop", "quarantine")),
        Arguments.of(
            conditions(false, false, null, false, false),
            "fail",
            List.of("warn", "drop", "fail", "quarantine", "second")));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void nullViolatesAndTheSeverestDecides(
      List<Boolean> conditions, String decisive, List<String> violated) {
    List<String> told = new ArrayList<>();
    Expectation found =
        expectations.decisive(
            GenericRowData.of(conditions.toArray()), expectation -> told.add(expectation.name()));
    assertThat(found == null ? null : found.name()).isEqualTo(decisive);
    assertThat(told).isEqualTo(violated);
  }

  private static List<Boolean> conditions(Boolean... conditions) {
    return Arrays.asList(conditions);
  }
}
