/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each error about history, truncates and ignored NULLs: ^ marks where it is. */
class CdcClauseErrorsTest {

  private static final String FLOW =
      " FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY n COLUMNS id, op, ts ";
  private static final String TABLE = "CREATE STREAMING TABLE t" + FLOW;
  private static final String HISTORY = FLOW + "STORED AS SCD TYPE 2 ";

  private static final String SNAPSHOTS =
      """
      CREATE TABLE p (id INT, ts TIMESTAMP_LTZ(6)) WITH ('connector' = 'filesystem', 'path' = 'p',
        'format' = 'json', 'snapshot.version' = 'number');
      """;

  /** Two flows into one table. */
  private static final String TWO =
      """
      CREATE STREAMING TABLE t;
      CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(s) KEYS (id) SEQUENCE BY n STORED AS SCD TYPE 2;
      CREATE FLOW ^g AS AUTO CDC INTO t FROM STREAM(s) KEYS (id) SEQUENCE BY n
      """;

  static Stream<Arguments> errors() {
    return Stream.of(
        // TRUNCATE
        error(
            TABLE + "APPLY AS TRUNCATE WHEN ^op", "APPLY AS TRUNCATE WHEN is STRING, not BOOLEAN"),
        error(TABLE + "APPLY AS TRUNCATE WHEN ^opp = 'T'", "Did you mean op?"),
        error(TABLE + "APPLY AS TRUNCATE WHEN ^COUNT(*) > 1", "An aggregate has no place here"),
        // IGNORE NULL UPDATES
        error(TABLE + "IGNORE NULL UPDATES ON (op, ^tss)", "Did you mean ts?"),
        error(TABLE + "IGNORE NULL UPDATES ON ^m", "the flow t has no column m"),
        error(TABLE + "IGNORE NULL UPDATES ON * EXCEPT (^opp)", "Did you mean op?"),
        error(TABLE + "IGNORE NULL UPDATES ON op, ^ID", "IGNORE NULL UPDATES ON: ID is a key"),
        // TRACK HISTORY
        error(TABLE + "STORED AS SCD TYPE 2 TRACK HISTORY ON (^opp)", "Did you mean op?"),
        error(TABLE + "STORED AS SCD TYPE 2 TRACK HISTORY ON ^n", "the flow t has no column n"),
        error(TABLE + "STORED AS SCD TYPE 2 TRACK HISTORY ON * EXCEPT (^tss)", "Did you mean ts?"),
        error(
            TABLE + "STORED AS SCD TYPE 2 TRACK HISTORY ON ^id, op",
            "TRACK HISTORY ON: id is a key"),
        error(
            TABLE + "STORED AS SCD TYPE 2 TRACK HISTORY ON * EXCEPT (^id)",
            "TRACK HISTORY ON: id is a key"),
        // flows of one table
        error(TWO, "Write STORED AS SCD TYPE 2 in all"),
        error(TWO + "STORED AS SCD TYPE 1", "stored as SCD TYPE 1, the flow f"),
        error(
            TWO.replace("^", "") + "STORED AS SCD TYPE 2 TRACK HISTORY ON (^op)",
            "Write TRACK HISTORY ON (value, n, op, ts, m) in all"),
        error(
            TWO.replace("^", "").replace("2;", "2 TRACK HISTORY ON op;")
                + "STORED AS SCD TYPE 2 TRACK HISTORY ON * EXCEPT (^`value`, n, op, m)",
            "Write TRACK HISTORY ON (op) in all"),
        error(
            TWO.replace("2;", "2 TRACK HISTORY ON * EXCEPT (`value`, n, op, ts, m);")
                + "STORED AS SCD TYPE 2",
            "Write the same TRACK HISTORY in all"),
        error(TWO + "STORED AS SCD TYPE 2 COLUMNS * EXCEPT (op)", "gives no column op"),
        error(
            TWO.replace("^", "").replace("BY n", "BY STRUCT(n, id)")
                + "STORED AS SCD TYPE 2;\nCREATE FLOW h AS AUTO CDC INTO t FROM STREAM(s) KEYS (id)"
                + " SEQUENCE BY ^n STORED AS SCD TYPE 2",
            "Events of all flows are compared"),
        // __START_AT, __END_AT
        error(
            "CREATE STREAMING TABLE t (id INT, ^__START_AT INT)" + FLOW.replace("id, op, ts", "id"),
            "Write STORED AS SCD TYPE 2 in the table's flow"),
        error(
            "CREATE TEMPORARY VIEW v AS SELECT id, n AS ^__END_AT FROM s;\n"
                + "CREATE STREAMING TABLE t"
                + HISTORY.replace("(s)", "(v)"),
            "is reserved"),
        error(
            declared("^__start_at DECIMAL(10, 2)") + HISTORY,
            "The table declares __start_at alone"),
        error(
            declared("__START_AT DECIMAL(10, 2), __END_AT ^INT") + HISTORY,
            "__END_AT is INT, but SEQUENCE BY is DECIMAL(10, 2)"),
        error(
            declared("__START_AT ^DECIMAL(10, 2) NOT NULL, __END_AT DECIMAL(10, 2)") + HISTORY,
            "__START_AT is DECIMAL(10, 2) NOT NULL"),
        error(
            declared(
                    "__START_AT ROW<id INT, ts TIMESTAMP_LTZ(6)>, __END_AT ^ROW<a INT, ts TIMESTAMP_LTZ(6)>")
                + HISTORY.replace("BY n", "BY STRUCT(id, ts)"),
            "Declare it ROW<`id` INT, `ts` TIMESTAMP_LTZ(6)>"),
        error(declared("__START_AT ^INTT, __END_AT DECIMAL(10, 2)") + HISTORY, "Did you mean INT?"),
        error(
            TABLE.replace("BY n", "BY STRUCT(n, ^CAST(ts AS TIMESTAMP_LTZ(9)))")
                + "STORED AS SCD TYPE 2",
            "The column __START_AT is TIMESTAMP_LTZ(9), which a table cannot hold"),
        error(
            declared("__START_AT ^INT, __END_AT DECIMAL(10, 2)")
                + " CLUSTER BY (__START_AT)"
                + HISTORY,
            "__START_AT is INT"),
        // layout and constraints
        error(
            "CREATE STREAMING TABLE t PARTITIONED BY (^__END_AT)" + HISTORY,
            "write CLUSTER BY (__END_AT)"),
        error(
            "CREATE STREAMING TABLE t CLUSTER BY (^__START_AT)"
                + HISTORY.replace("BY n", "BY STRUCT(n, id)"),
            "CLUSTER BY: __START_AT is ROW<"),
        error(
            "CREATE STREAMING TABLE t CLUSTER BY (^__START_AT)" + FLOW,
            "table t has no column __START_AT"),
        error(
            "CREATE STREAMING TABLE t (CONSTRAINT c EXPECT (^__START_AT > 0))" + HISTORY,
            "There is no column '__START_AT'"),
        // FROM SNAPSHOT
        error(
            "CREATE STREAMING TABLE t FLOW AUTO CDC FROM SNAPSHOT ^s KEYS (id)",
            "Set 'snapshot.version' = 'number'"),
        error(
            "CREATE TEMPORARY VIEW v AS SELECT * FROM STREAM(s);\n"
                + "CREATE STREAMING TABLE t FLOW AUTO CDC FROM SNAPSHOT ^v KEYS (id)",
            "v is a view"),
        error(
            SNAPSHOTS
                + "CREATE STREAMING TABLE t;\n"
                + "CREATE FLOW ^f AS AUTO CDC INTO t FROM SNAPSHOT p KEYS (id);\n"
                + "CREATE FLOW g AS AUTO CDC INTO t FROM SNAPSHOT p KEYS (id)",
            "has another flow beside f"),
        error(
            SNAPSHOTS
                + "CREATE STREAMING TABLE t (CONSTRAINT ^c EXPECT (id > 0) ON VIOLATION DROP ROW)"
                + " FLOW AUTO CDC FROM SNAPSHOT p KEYS (id)",
            "rows that are left out would be deleted"),
        error(
            SNAPSHOTS
                + "CREATE STREAMING TABLE t FLOW AUTO CDC FROM SNAPSHOT p KEYS (id);\n"
                + "CREATE SNAPSHOT TABLE d SNAPSHOT OF ^t EVERY DAY EVENT TIME ts",
            "whose deletes have no event time"),
        error(
            SNAPSHOTS.replace("(6))", "(3), ^WATERMARK FOR ts AS ts)"),
            "whose versions are its watermarks"),
        error(
            SNAPSHOTS.replace("'number'", "'name'").replace("'snapshot", "^'snapshot"),
            "not one of number, date, read-time"),
        error(
            SNAPSHOTS.replace("'snapshot.version' = 'number'", "^'snapshot.partial' = 'true'"),
            "goes with 'snapshot.version'"),
        error(
            SNAPSHOTS.replace("'number'", "'number', ^'snapshot.marker' = '_SUCCESS'"),
            "goes with 'snapshot.folders' = 'true'"),
        error(
            SNAPSHOTS.replace("'number'", "'read-time', ^'snapshot.folders' = 'true'"),
            "all files of the path are one snapshot already"),
        error(
            SNAPSHOTS.replace("'number'", "'read-time', ^'snapshot.marker' = 'a/b'"),
            "is the name of a file"),
        error(
            SNAPSHOTS
                .replace("'number'", "'read-time'")
                .replace(
                    "(6))", "(6), ^t TIMESTAMP_LTZ(3) METADATA FROM 'file.modification-time')"),
            "rows have the time at which they were read"),
        error(
            SNAPSHOTS.replace("'number'", "'read-time'")
                + "CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(^p) KEYS (id) SEQUENCE BY ts",
            "Read it by AUTO CDC … FROM SNAPSHOT p"),
        error(
            SNAPSHOTS.replace("'number'", "'read-time'")
                + "CREATE TEMPORARY VIEW v AS SELECT id FROM STREAM(^p);\n"
                + "CREATE STREAMING TABLE t AS SELECT id FROM STREAM(v)",
            "each reading, and one that is broken off, would give them once more"),
        // snapshots
        error(
            TABLE
                + "IGNORE NULL UPDATES;\n"
                + "CREATE SNAPSHOT TABLE d SNAPSHOT OF ^t EVERY DAY EVENT TIME ts",
            "IGNORE NULL UPDATES is not supported yet"));
  }

  private static Arguments error(String text, String part) {
    return Arguments.of(text, part);
  }

  private static String declared(String columns) {
    return "CREATE STREAMING TABLE t (id INT, op STRING, ts TIMESTAMP_LTZ(6), " + columns + ")";
  }

  @ParameterizedTest
  @MethodSource("errors")
  void isReportedAtItsPlace(String marked, String part) {
    Resolving.assertReported(marked, part);
  }

  @Test
  void aTimeWithoutZoneInTheSequenceIsNoticed() {
    List<String> found =
        Resolving.errors(
            Resolving.SOURCE
                + TABLE.replace("BY n", "BY CAST(ts AS TIMESTAMP(6))")
                + "STORED AS SCD TYPE 2");
    assertThat(found)
        .singleElement()
        .satisfies(notice -> assertThat(notice).contains("notice: The column __START_AT is"));
  }
}
