/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableReferencesTest {

  @Test
  void areFoundWhereTablesStand() {
    assertThat(in("SELECT a, b FROM t, `u`.v AS x JOIN w ON a = b WHERE c IN (SELECT d, e FROM y)"))
        .containsExactly("t", "u.v", "w", "y");
    assertThat(in("SELECT * FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' DAY))"))
        .containsExactly("t");
    assertThat(in("SELECT a FROM (SELECT b, c FROM t), u CROSS JOIN UNNEST(z) AS q (r)"))
        .containsExactly("t", "u");
  }

  @Test
  void takeTheNamespace() {
    assertThat(
            TableReferences.in(
                new SqlText("SELECT 1 FROM t", Position.START), new Namespace("c", "d")))
        .containsExactly(TableName.of("c", "d", "t"));
  }

  private static java.util.List<String> in(String query) {
    return TableReferences.in(new SqlText(query, Position.START), Namespace.NONE).stream()
        .map(TableName::toString)
        .toList();
  }
}
