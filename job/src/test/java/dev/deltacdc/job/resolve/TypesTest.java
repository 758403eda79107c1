/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.utils.LogicalTypeParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INT|INT NOT NULL|SAME",
        "INT|BIGINT|CAST",
        "BIGINT|INT|NO",
        "INT|DOUBLE|CAST",
        "BIGINT|DOUBLE|NO",
        "INT|FLOAT|NO",
        "FLOAT|DOUBLE|CAST",
        "DOUBLE|FLOAT|NO",
        "INT|DECIMAL(12, 2)|CAST",
        "INT|DECIMAL(11, 2)|NO",
        "DECIMAL(10, 2)|DECIMAL(12, 4)|CAST",
        "DECIMAL(10, 2)|DECIMAL(8, 2)|SAME",
        "DECIMAL(10, 2)|DECIMAL(10, 4)|NO",
        "DECIMAL(10, 2)|DOUBLE|NO",
        "STRING|VARCHAR(3)|SAME",
        "STRING|CHAR(3)|SAME",
        "BYTES|VARBINARY(3)|SAME",
        "STRING|INT|NO",
        "INT|STRING|NO",
        "TIMESTAMP(3)|TIMESTAMP(6)|CAST",
        "TIMESTAMP(6)|TIMESTAMP(3)|NO",
        "TIMESTAMP_LTZ(3)|TIMESTAMP_LTZ(6)|CAST",
        "TIMESTAMP(6)|TIMESTAMP_LTZ(6)|NO",
        "DATE|TIMESTAMP(6)|NO",
        "ARRAY<INT NOT NULL>|ARRAY<INT>|SAME",
        "ARRAY<INT>|ARRAY<BIGINT>|NO",
        "NULL|STRING|CAST",
      })
  void fitWithoutLoss(String from, String to, Types.Fit fit) {
    assertThat(Types.fit(type(from), type(to))).isEqualTo(fit);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "TIME|TIME",
        "INTERVAL DAY TO SECOND|INTERVAL",
        "TIMESTAMP(9)|microseconds",
        "ARRAY<TIME>|TIME",
        "ROW<a TIMESTAMP_LTZ(9)>|microseconds",
        "MULTISET<INT>|CAST",
      })
  void refuse(String type, String advice) {
    assertThat(Types.refusal(type(type))).get().asString().contains(advice);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"DECIMAL(38, 10)", "TIMESTAMP(6)", "MAP<STRING, ROW<a INT>>", "CHAR(3)", "BYTES"})
  void accept(String type) {
    assertThat(Types.refusal(type(type))).isEmpty();
  }

  private static LogicalType type(String text) {
    return LogicalTypeParser.parse(text, TypesTest.class.getClassLoader());
  }
}
