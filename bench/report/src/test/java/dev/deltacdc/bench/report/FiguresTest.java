/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {

  @ParameterizedTest
  @CsvSource({
    "0.08123, 0.081",
    "0.5, 0.500",
    "2.345, 2.35",
    "23.45, 23.5",
    "234.5, 235",
    "7, 7",
    "123456.7, '123,457'"
  })
  void numbersHaveAsManyDigitsAsTheyAreWorth(double value, String text) {
    assertThat(Figures.number(value)).isEqualTo(text);
  }
}
