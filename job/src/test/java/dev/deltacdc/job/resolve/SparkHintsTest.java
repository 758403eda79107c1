/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What people paste from Spark SQL is wrong in Flink, and answered. */
class SparkHintsTest {

  static Stream<Arguments> pasted() {
    return Stream.of(
        Arguments.of("NVL(id, 0)", "COALESCE"),
        Arguments.of("nvl2(id, 1, 0)", "CASE WHEN"),
        Arguments.of("isnull(id)", "IS NULL"),
        Arguments.of("isnotnull(id)", "IS NOT NULL"),
        Arguments.of("date_sub(ts, 1)", "INTERVAL"),
        Arguments.of("date_add(ts, 1)", "INTERVAL"),
        Arguments.of("datediff(ts, ts)", "TIMESTAMPDIFF"),
        Arguments.of("date_trunc('day', ts)", "FLOOR"),
        Arguments.of("from_json(op, 'a INT')", "JSON_VALUE"),
        Arguments.of("get_json_object(op, '$.a')", "JSON_VALUE"),
        Arguments.of("collect_list(id)", "ARRAY_AGG"),
        Arguments.of("collect_set(id)", "DISTINCT"),
        Arguments.of("explode(m)", "UNNEST"),
        Arguments.of("named_struct('a', id)", "ROW"),
        Arguments.of("struct(id, op)", "ROW"),
        Arguments.of("getdate()", "CURRENT_TIMESTAMP"),
        Arguments.of("monotonically_increasing_id()", "UUID"),
        Arguments.of("size(m)", "CARDINALITY"),
        Arguments.of("to_timestamp_ntz(op)", "TO_TIMESTAMP"),
        Arguments.of("unix_millis(ts)", "milliseconds"),
        Arguments.of("timestamp_millis(id)", "TO_TIMESTAMP_LTZ"),
        Arguments.of("timestamp_seconds(id)", "TO_TIMESTAMP_LTZ"),
        Arguments.of("id::STRING", "CAST(x AS TYPE)"),
        Arguments.of("CAST(ts AS TIMESTAMP_NTZ)", "TIMESTAMP(6)"),
        Arguments.of("CAST(id AS LONG)", "BIGINT"),
        Arguments.of("CAST(id AS SHORT)", "SMALLINT"),
        Arguments.of("CAST(id AS BYTE)", "TINYINT"),
        Arguments.of("CAST(id AS STRUCT<a INT>)", "ROW<"),
        Arguments.of("op RLIKE 'a'", "REGEXP"),
        Arguments.of("op ILIKE 'a'", "LOWER"),
        Arguments.of("op <=> 'a'", "IS NOT DISTINCT FROM"),
        Arguments.of("\"text\"", "single quotes"),
        Arguments.of("* EXCEPT (op)", "Name the columns"));
  }

  @ParameterizedTest
  @MethodSource("pasted")
  void answers(String expression, String advice) {
    String text = Resolving.SOURCE + "CREATE TEMPORARY VIEW v AS SELECT " + expression + " FROM s;";
    List<String> errors = Resolving.errors(text);
    assertThat(errors).singleElement().satisfies(error -> assertThat(error).contains(advice));
  }

  @ParameterizedTest
  @MethodSource("statements")
  void answersStatements(String statement, String advice) {
    List<String> errors = Resolving.errors(Resolving.SOURCE + statement);
    assertThat(errors).singleElement().satisfies(error -> assertThat(error).contains(advice));
  }

  static Stream<Arguments> statements() {
    return Stream.of(
        Arguments.of(
            "CREATE TEMPORARY VIEW v AS SELECT * FROM read_files('x')", "Declare the files"),
        Arguments.of(
            "CREATE TEMPORARY VIEW v AS SELECT * FROM cloud_files('x', 'csv')",
            "Declare the files"),
        Arguments.of(
            "CREATE TEMPORARY VIEW v AS SELECT * FROM read_kafka(topic => 'x')",
            "Declare the topic"),
        Arguments.of(
            "CREATE TEMPORARY VIEW v AS SELECT * FROM TABLE(DEDUP(TABLE LIVE.s))",
            "Write the name alone"),
        Arguments.of(
            "CREATE TEMPORARY VIEW v AS SELECT * FROM s LATERAL VIEW explode(m) AS k", "UNNEST"),
        Arguments.of("CREATE TABLE x (id INT) USING DELTA", "USING DELTA is not needed"),
        Arguments.of("CREATE TABLE x (id INT) USING csv", "names its format"),
        Arguments.of("CREATE TABLE x (id INT) USING json", "names its format"));
  }
}
