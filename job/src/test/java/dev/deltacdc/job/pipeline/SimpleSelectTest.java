/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimpleSelectTest {

  @Test
  void isTakenApart() {
    SimpleSelect select =
        SimpleSelect.of(
                new SqlText(
                    "SELECT a, f(b, (SELECT max(x) FROM u)) AS c FROM d.t AS s WHERE a IS DISTINCT FROM 1",
                    Position.START),
                Namespace.NONE)
            .orElseThrow();
    assertThat(select.list()).isEqualTo(" a, f(b, (SELECT max(x) FROM u)) AS c ");
    assertThat(select.table()).isEqualTo(TableName.of("d", "t"));
    assertThat(select.alias()).isEqualTo("s");
    assertThat(select.rest()).isEqualTo("WHERE a IS DISTINCT FROM 1");
    assertThat(select.star()).isFalse();
  }

  @Test
  void knowsAStarFromAProduct() {
    assertThat(of("SELECT a * b FROM t").orElseThrow().star()).isFalse();
    assertThat(of("SELECT count(*), a FROM t").orElseThrow().star()).isFalse();
    assertThat(of("SELECT a, * FROM t").orElseThrow().star()).isTrue();
    assertThat(of("SELECT s.* FROM t s").orElseThrow().star()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT DISTINCT a FROM t",
        "SELECT a FROM t UNION ALL SELECT a FROM u",
        "SELECT a FROM t, u",
        "SELECT a FROM t JOIN u ON t.a = u.a",
        "SELECT a FROM (SELECT a FROM t)",
        "SELECT a FROM t GROUP BY a",
        "SELECT a FROM t ORDER BY a LIMIT 3",
        "SELECT a FROM TABLE(f(1))",
        "SELECT a FROM t AS s (x)",
        "SELECT a FROM t FOR SYSTEM_TIME AS OF b",
        "WITH x AS (SELECT 1) SELECT a FROM x",
        "SELECT 1"
      })
  void otherQueriesAreNot(String query) {
    assertThat(of(query)).isEmpty();
  }

  private static java.util.Optional<SimpleSelect> of(String query) {
    return SimpleSelect.of(new SqlText(query, Position.START), Namespace.NONE);
  }
}
