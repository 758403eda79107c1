/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.job.pipeline.Diagnostic;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each error of meaning: ^ marks in the text, behind the source s, where the error is. */
class ResolveErrorsTest {

  private static final String WITH =
      " WITH ('connector' = 'filesystem', 'path' = 'p', 'format' = 'json')";
  private static final String TABLE = "CREATE STREAMING TABLE t; ";
  private static final String FLOW =
      "CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(s) KEYS (id) SEQUENCE BY ts;\n";
  private static final String SNAPSHOT =
      TABLE + FLOW + "CREATE SNAPSHOT TABLE d SNAPSHOT OF t EVERY DAY EVENT TIME ts ";

  static Stream<Arguments> errors() {
    return Stream.of(
        // sources
        error("CREATE TABLE x (id INT, ^value INT)" + WITH, "write `value`"),
        error("CREATE TABLE x (id INT,\n  t ^TIMESTAMP_NTZ)" + WITH, "Write TIMESTAMP(6)"),
        error("CREATE TABLE x (id ^INTT)" + WITH, "Did you mean INT?"),
        error("CREATE TABLE x (id ^TEXT)" + WITH, "Write STRING"),
        error("CREATE TABLE x (id ^INT64)" + WITH, "Write BIGINT"),
        error("CREATE TABLE x (id ^JSONB)" + WITH, "Types are BOOLEAN, "),
        error("CREATE TABLE x (id INT, n DECIMAL(^40, 2))" + WITH, "at most 38 digits"),
        error("CREATE TABLE x (id INT, op STRING ^tags INT)" + WITH, "Is a comma"),
        error("CREATE TABLE x (id INT, ^ID INT)" + WITH, "differ by case only"),
        error("CREATE TABLE x (id INT, ^__deltacdc_x INT)" + WITH, "is reserved"),
        error("CREATE TABLE x (id INT, ^`__DeltaCDC_x` AS id + 1)" + WITH, "is reserved"),
        error(
            "CREATE TABLE x (id INT, ^__deltacdc_x INT) WITH ('connector' = 'datagen')",
            "is reserved"),
        error(
            "CREATE TABLE x (id INT, ^o BIGINT METADATA FROM 'offset')" + WITH,
            "Column 'o': there is no metadata offset; there is file.path"),
        error(
            "CREATE TABLE x (id INT, ^`path` INT METADATA FROM 'file.path')" + WITH,
            "file.path is STRING, which INT cannot hold"),
        error(
            "CREATE TABLE x (id INT) WITH ('connector' = 'filesystem', 'path' = 'p', ^'format' = 'debezium-json')",
            "needs PRIMARY KEY (…) NOT ENFORCED"),
        error(
            "CREATE TABLE x (id INT, v STRING) WITH ('connector' = 'kafka', 'topic' = 't', 'format' = 'json',"
                + " 'properties.bootstrap.servers' = 'h:1', 'key.format' = 'json', ^'key.fields' = 'idd')",
            "'key.fields' names idd, which is no physical column; there are id, v"),
        error("CREATE TABLE x (id INT, ^t TIME)" + WITH, "TIME"),
        error("CREATE TABLE ^x (id INT) WITH ('path' = 'p')", "has no 'connector'"),
        error(
            "CREATE TABLE x (id INT) WITH ('connector' = ^'filesytem')",
            "Did you mean filesystem?"),
        error(
            "CREATE TABLE x (id INT) WITH ('connector' = 'filesystem', 'path' = 'p', 'format' = 'json', ^'pth' = 'p')",
            "'pth'"),
        error("CREATE TABLE x (^id INT PRIMARY KEY)" + WITH, "NOT ENFORCED"),
        error("CREATE TABLE x (^id INT UNIQUE)" + WITH, "UNIQUE"),
        error("CREATE TABLE x (^id INT, id INT)" + WITH, "Two columns are named id"),
        error(
            "CREATE TABLE x (id INT, PRIMARY KEY (^idd) NOT ENFORCED)" + WITH,
            "There is no column 'idd'"),
        error(
            "CREATE TABLE ^x (id INT) WITH ('connector' = 'datagen', 'nope' = '1')",
            "Unsupported options: nope"),
        error("CREATE TABLE ^S (id INT)" + WITH, "a source of line 1 has it"),
        // queries and expressions
        error("CREATE TEMPORARY VIEW v AS SELECT id,\n   ^value FROM STREAM(s)", "write `value`"),
        error("CREATE TEMPORARY VIEW v AS SELECT id, ^idd FROM STREAM(s)", "Did you mean id?"),
        error("CREATE TEMPORARY VIEW v AS SELECT id, ^OP FROM STREAM(s)", "did you mean 'op'?"),
        error("CREATE TEMPORARY VIEW v AS SELECT id FROM STREAM(^S)", "did you mean 's'?"),
        error("CREATE TEMPORARY VIEW v AS SELECT id FROM bronze.^raw.s", "write `raw`"),
        error(
            "CREATE TEMPORARY VIEW v AS SELECT id FROM STREAM(^nowhere)",
            "no table or view 'nowhere'"),
        error("CREATE TEMPORARY VIEW v AS SELECT ^foo(id) AS x FROM s", "no function foo"),
        error("CREATE TEMPORARY VIEW v AS SELECT ^UPER(op) AS x FROM s", "Did you mean UPPER?"),
        error("CREATE TEMPORARY VIEW v AS SELECT ^UPPER(op, op) AS x FROM s", "UPPER"),
        error(
            "CREATE TEMPORARY VIEW v AS SELECT CAST(op AS DECIMAL(^39)) AS x FROM s",
            "at most 38 digits"),
        error("CREATE TEMPORARY VIEW v AS SELECT id op ^ts FROM s", "Is a comma"),
        error("CREATE TEMPORARY VIEW v AS SELECT id FROM s WHERE^", "not finished"),
        error("CREATE TEMPORARY VIEW v AS SELECT id, ^FROM s", "does not understand 'FROM'"),
        error("CREATE TEMPORARY VIEW v AS SELECT id, ^\"x\" AS x FROM s", "single quotes"),
        error("CREATE TEMPORARY VIEW v AS SELECT id AS ^__START_AT FROM s", "is reserved"),
        error("CREATE TEMPORARY VIEW v AS SELECT id, n AS ^ID FROM s", "differ by case only"),
        error("CREATE TEMPORARY VIEW ^v AS SELECT id FROM v", "reads itself"),
        error(
            "CREATE TEMPORARY VIEW v (CONSTRAINT c EXPECT (^opp = 'x')) AS SELECT op FROM s",
            "Did you mean op?"),
        error(
            "CREATE TEMPORARY VIEW v (CONSTRAINT c EXPECT (^id + 1)) AS SELECT id FROM s",
            "not BOOLEAN"),
        error(
            "CREATE TEMPORARY VIEW v (CONSTRAINT c EXPECT (^COUNT(*) > 1)) AS SELECT id FROM s",
            "An aggregate has no place here"),
        error(
            "CREATE TEMPORARY VIEW v (CONSTRAINT c EXPECT (n > 1)) AS ^SELECT id, COUNT(*) AS n FROM s GROUP BY id",
            "changes rows it gave before"),
        error("CREATE TEMPORARY VIEW v AS SELECT id AS ^__deltacdc_x FROM s", "is reserved"),
        error(
            "CREATE TEMPORARY VIEW v AS SELECT id, op AS ^__deltacdc_origin FROM s", "is reserved"),
        error("CREATE TEMPORARY VIEW v AS SELECT id FROM ^__deltacdc_s", "is reserved"),
        error(
            "CREATE TEMPORARY VIEW v AS SELECT id FROM s WHERE id IN (SELECT id FROM ^__deltacdc_s)",
            "is reserved"),
        // flows
        error(
            TABLE + "CREATE FLOW g AS INSERT INTO t SELECT id AS ^__deltacdc_sequence_0 FROM s",
            "is reserved"),
        error(
            TABLE + "CREATE FLOW g AS INSERT INTO t SELECT id AS ^__deltacdc_origin FROM s",
            "is reserved"),
        error(
            "CREATE STREAMING TABLE t (id INT, ^__deltacdc_delete INT); "
                + FLOW.replace("BY ts", "BY ts COLUMNS id"),
            "is reserved"),
        error(TABLE + FLOW.replace("(s)", "(^ss)"), "Did you mean s?"),
        error(TABLE.replace("TABLE t", "TABLE ^t") + FLOW.replace("(s)", "(t)"), "reads itself."),
        error(
            TABLE
                + FLOW
                + "CREATE FLOW g AS AUTO CDC INTO ^tt FROM STREAM(s) KEYS (id) SEQUENCE BY ts",
            "Did you mean t?"),
        error(FLOW.replace("INTO t", "INTO ^s"), "s is a source, which no flow writes"),
        error(
            SNAPSHOT + "; CREATE FLOW g AS INSERT INTO ^d SELECT * FROM STREAM(s)",
            "d is a snapshot table"),
        error(
            SNAPSHOT
                + "; CREATE STREAMING TABLE u "
                + FLOW.substring(FLOW.indexOf("FROM"))
                    .replace("FROM", "FLOW AUTO CDC FROM")
                    .replace("(s)", "(^d)"),
            "d is a snapshot table"),
        error("CREATE STREAMING TABLE ^t", "No flow fills"),
        error(TABLE + FLOW.replace("(id)", "(^idd)"), "Did you mean id?"),
        error(TABLE + FLOW.replace("(id)", "(^id) COLUMNS n, op"), "not among the columns"),
        error(TABLE + FLOW.replace("(id)", "(^m)"), "has no order"),
        error(TABLE + FLOW.replace("BY ts", "BY ^m"), "has no order"),
        error(TABLE + FLOW.replace("BY ts", "BY STRUCT(id, ^tss)"), "Did you mean ts?"),
        error(TABLE + FLOW.replace("BY ts", "BY ^MAX(ts)"), "An aggregate has no place here"),
        error(
            TABLE + FLOW.replace("BY ts", "BY ts APPLY AS DELETE WHEN ^COUNT(*) > 1"),
            "An aggregate has no place here"),
        error(TABLE + FLOW.replace("BY ts", "BY ts APPLY AS DELETE WHEN ^op"), "not BOOLEAN"),
        error(
            TABLE + FLOW.replace("BY ts", "BY ts APPLY AS DELETE WHEN op ^<=> 'D'"),
            "IS NOT DISTINCT FROM"),
        error(TABLE + FLOW.replace("BY ts", "BY ts COLUMNS id, ^valu"), "Did you mean value?"),
        error(TABLE + FLOW.replace("BY ts", "BY ts COLUMNS * EXCEPT (^opp)"), "Did you mean op?"),
        error(
            TABLE
                + FLOW.replace("FLOW f", "FLOW ^f")
                    .replace("BY ts", "BY ts COLUMNS * EXCEPT (id, `value`, n, op, ts, m)"),
            "writes no column"),
        error(TABLE + FLOW + FLOW.replace("FLOW f", "FLOW ^F"), "a flow of line 3 has it"),
        error(
            TABLE
                + FLOW.replace("FLOW f", "FLOW ^V")
                + "CREATE TEMPORARY VIEW v AS SELECT id FROM s",
            "a view of line 4 has it"),
        error(
            TABLE
                + FLOW
                + "CREATE FLOW g AS AUTO CDC INTO t FROM STREAM(s) KEYS (^op) SEQUENCE BY ts",
            "has other KEYS"),
        error(
            TABLE
                + FLOW
                + "CREATE FLOW g AS AUTO CDC INTO t FROM STREAM(s) KEYS (id) SEQUENCE BY ^id",
            "Events of all flows are compared"),
        error(
            TABLE
                + FLOW
                + "CREATE FLOW ^g AS AUTO CDC INTO t FROM STREAM(s) KEYS (id) SEQUENCE BY ts COLUMNS * EXCEPT (op)",
            "gives no column op"),
        error(
            TABLE.replace(" t;", " ^t;") + FLOW + "CREATE FLOW g AS INSERT INTO t SELECT * FROM s",
            "an AUTO CDC flow and of an append flow"),
        error(
            TABLE + "CREATE FLOW g AS INSERT INTO t ^SELECT id, COUNT(*) AS c FROM s GROUP BY id",
            "changes rows it gave before"),
        // tables
        error(
            "CREATE STREAMING TABLE t (id ^INTT); " + FLOW.replace("BY ts", "BY ts COLUMNS id"),
            "Did you mean INT?"),
        error(
            "CREATE STREAMING TABLE t (id NUMERIC(^77)); "
                + FLOW.replace("BY ts", "BY ts COLUMNS id"),
            "at most 38 digits"),
        error(
            "CREATE STREAMING TABLE t (id INT, op ^STRING NOT NULL); "
                + FLOW.replace("BY ts", "BY ts COLUMNS id, op"),
            "NOT NULL of the column op"),
        error(
            "CREATE STREAMING TABLE t (id INT, op INT); "
                + FLOW.replace("FLOW f", "FLOW ^f").replace("BY ts", "BY ts COLUMNS id, op"),
            "gives STRING for the column op INT"),
        error(
            "CREATE STREAMING TABLE t (id SMALLINT); "
                + FLOW.replace("FLOW f", "FLOW ^f").replace("BY ts", "BY ts COLUMNS id"),
            "could lose something"),
        error(
            "CREATE STREAMING TABLE t (id INT); "
                + FLOW.replace("FLOW f", "FLOW ^f").replace("BY ts", "BY ts COLUMNS id, op"),
            "gives the column op"),
        error(
            "CREATE STREAMING TABLE t (id INT, ^ts TIMESTAMP_LTZ(9)); "
                + FLOW.replace("BY ts", "BY ts COLUMNS id, ts"),
            "Delta keeps microseconds"),
        error(
            "CREATE STREAMING TABLE t (id INT, ^__END_AT INT); "
                + FLOW.replace("BY ts", "BY ts COLUMNS id"),
            "is reserved"),
        error(
            "CREATE STREAMING TABLE t (CONSTRAINT c EXPECT (^idd > 0)); " + FLOW,
            "Did you mean id?"),
        error(
            "CREATE STREAMING TABLE t (CONSTRAINT c EXPECT (^MAX(id) > 0)); " + FLOW,
            "An aggregate has no place here"),
        error(
            "CREATE STREAMING TABLE t (id INT, ^`a b` STRING); CREATE FLOW g AS INSERT INTO t SELECT id, op AS `a b` FROM s",
            "'a b' cannot have this name"),
        error(
            "CREATE STREAMING TABLE ^t AS SELECT id, op AS `p;q` FROM s",
            "'p;q' cannot have this name"),
        error(
            "CREATE STREAMING TABLE t (id INT, ^r ROW<`x=y` INT>); CREATE FLOW g AS INSERT INTO t SELECT id, CAST(ROW(id) AS ROW<`x=y` INT>) AS r FROM s",
            "'x=y' cannot have this name"),
        error(
            "CREATE STREAMING TABLE t TBLPROPERTIES ('a' = 'b', ^'delta.nope' = 'x'); " + FLOW,
            "Correct or remove it in TBLPROPERTIES"),
        error(
            "CREATE STREAMING TABLE t TBLPROPERTIES (^'delta.appendOnly' = 'true'); " + FLOW,
            "Updates and deletes need it unset"),
        error(
            "CREATE STREAMING TABLE t TBLPROPERTIES (^'delta.columnMapping.mode' = 'name'); "
                + FLOW,
            "column mapping"),
        error(
            "SET 'quarantine.table' = 'T.q'; CREATE STREAMING TABLE ^t; " + FLOW,
            "The table T.q would lie in the folder of the table t"),
        error(
            "SET 'quarantine.table' = 't'; CREATE STREAMING TABLE ^t.a.b AS SELECT id FROM s",
            "in the folder of the table t"),
        error("CREATE STREAMING TABLE t PARTITIONED BY (^opp); " + FLOW, "Did you mean op?"),
        error("CREATE STREAMING TABLE t PARTITIONED BY (^m); " + FLOW, "Partition by a number"),
        error("CREATE STREAMING TABLE t CLUSTER BY (^opp); " + FLOW, "Did you mean op?"),
        error("CREATE STREAMING TABLE t CLUSTER BY (^m); " + FLOW, "Cluster by a number"),
        error(
            "CREATE STREAMING TABLE t CLUSTER BY (^d) AS SELECT id, op = 'D' AS d FROM s",
            "CLUSTER BY: d is BOOLEAN"),
        error(
            "CREATE STREAMING TABLE ^t PARTITIONED BY (op) CLUSTER BY (id); " + FLOW,
            "Delta tables have one of them"),
        error(
            "CREATE STREAMING TABLE ^t PARTITIONED BY (id); "
                + FLOW.replace("BY ts", "BY ts COLUMNS id"),
            "Leave at least one out"),
        error(
            "CREATE STREAMING TABLE ^t.u; CREATE FLOW g AS AUTO CDC INTO t.u FROM STREAM(s) KEYS (id) SEQUENCE BY ts; "
                + TABLE
                + FLOW,
            "in the folder of the table t"),
        error(
            "CREATE STREAMING TABLE ^pipeline_quarantine; "
                + FLOW.replace("INTO t", "INTO pipeline_quarantine"),
            "that of the quarantine table"),
        // snapshots
        error(SNAPSHOT.replace("OF t", "OF ^tt"), "Did you mean t?"),
        error(SNAPSHOT.replace("TIME ts", "TIME ^tss"), "Did you mean ts?"),
        error(SNAPSHOT.replace("TIME ts", "TIME ^op"), "Use a column of type TIMESTAMP_LTZ"),
        error(SNAPSHOT + "TIME ZONE ^'Europe/Lisbn'", "Did you mean Europe/Lisbon?"),
        error(SNAPSHOT + "START DATE ^'2026-13-01'", "is no day"),
        error(SNAPSHOT + "LATE EVENTS 3 DAYS RETAIN ^3 DAYS", "reaches behind"),
        error(SNAPSHOT + "START DATE ^'+10000-01-01'", "to '9999-12-31'"),
        error(SNAPSHOT + "START DATE ^'0000-12-31'", "from '0001-01-01'"),
        error(SNAPSHOT + "RETAIN ^0 DAYS LATE EVENTS 0 DAYS", "from 1 to 36500"),
        error(SNAPSHOT + "RETAIN ^36501 DAYS", "from 1 to 36500, not 36501"),
        error(SNAPSHOT + "LATE EVENTS ^1.5 DAYS", "a whole number of days from 0 to 36500"),
        error(SNAPSHOT + "LATE EVENTS ^36501 DAYS", "from 0 to 36500"),
        error(SNAPSHOT + "LATE EVENTS ^2147483647 DAYS", "from 0 to 36500"),
        error(SNAPSHOT + "LATE EVENTS ^99999999999999999999 DAYS", "from 0 to 36500"),
        error(SNAPSHOT + "ROWS CHANGED ON (op, ^vlue)", "Did you mean value?"),
        error(
            "CREATE TEMPORARY VIEW v AS SELECT id, ts, ts AS snapshot_date FROM s; "
                + SNAPSHOT.replace("(s)", "(v)").replace("TABLE d", "TABLE ^d"),
            "a column snapshot_date already"),
        error(
            "CREATE TEMPORARY VIEW v AS SELECT id, ts, op AS DELETED FROM s; "
                + SNAPSHOT.replace("(s)", "(v)").replace("TABLE d", "TABLE ^d")
                + "ROWS CHANGED",
            "a column deleted already"));
  }

  private static Arguments error(String text, String part) {
    return Arguments.of(text, part);
  }

  @ParameterizedTest
  @MethodSource("errors")
  void isReportedAtItsPlace(String marked, String part) {
    Resolving.assertReported(marked, part);
  }

  @Test
  void everyMistakeOfAFileIsFound() {
    assertThat(
            Resolving.errors(
                Resolving.SOURCE
                    + """
                    SET 'pipelin.name' = 'x';
                    CREATE TEMPORARY VIEW v AS SELECT idd FROM STREAM(s);
                    CREATE STREAMING TABLE t;
                    CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(s) KEYS (key) SEQUENCE BY tss;
                    CREATE STREAMIN TABLE u;
                    """))
        .satisfiesExactly(
            error -> assertThat(error).startsWith("p.sql:3:5: There is no setting"),
            error -> assertThat(error).startsWith("p.sql:4:35: There is no column 'idd'"),
            error -> assertThat(error).startsWith("p.sql:6:55: KEYS: source s has no column key"),
            error -> assertThat(error).startsWith("p.sql:6:72: There is no column 'tss'"),
            error -> assertThat(error).startsWith("p.sql:7:8: Found 'STREAMIN'"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-- a comment",
        "SET 'on-invalid' = 'fail';",
        "CREATE TABLE s (id INT) WITH ('connector' = 'filesystem', 'path' = 'p', 'format' = 'json');"
      })
  void aFileThatFillsNoTableIsAnError(String text) {
    assertThat(Resolving.errors(text))
        .singleElement()
        .satisfies(error -> assertThat(error).startsWith("p.sql:1:1: The file fills no table"));
  }

  /** A snapshot of a table whose declaration is missing has no error of its own. */
  @Test
  void aMissingTableIsReportedOnce() {
    assertThat(
            Resolving.errors(
                Resolving.SOURCE
                    + FLOW
                    + "CREATE SNAPSHOT TABLE d SNAPSHOT OF t EVERY DAY EVENT TIME ts;"))
        .singleElement()
        .satisfies(error -> assertThat(error).contains("There is no streaming table t"));
  }

  /** What reads a statement with an error is not blamed for it. */
  @Test
  void errorsDoNotCauseOthers() {
    assertThat(
            Resolving.errors(
                """
                CREATE TABLE s (id INTT) WITH ('connector' = 'filesystem', 'path' = 'p', 'format' = 'json');
                CREATE TEMPORARY VIEW v AS SELECT id FROM STREAM(s);
                CREATE STREAMING TABLE t;
                CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(v) KEYS (id) SEQUENCE BY id;
                CREATE SNAPSHOT TABLE d SNAPSHOT OF t EVERY DAY EVENT TIME ts;
                """))
        .filteredOn(error -> !error.contains("notice: Not checked"))
        .hasSize(1);
    assertThat(
            Resolving.errors(
                """
                CREATE TABLE s id INT) WITH ('connector' = 'filesystem', 'path' = 'p', 'format' = 'json');
                CREATE TEMPORARY VIEW v AS SELECT id FROM STREAM(s);
                CREATE STREAMING TABLE t;
                CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(v) KEYS (id) SEQUENCE BY id;
                """))
        .filteredOn(error -> !error.contains("notice: Not checked"))
        .hasSize(1);
  }

  @Test
  void errorsOfFlinkKeepTheirPlaceBehindAnyPadding() {
    Random random = new Random(3);
    for (int i = 0; i < 12; i++) {
      String padding = "\n".repeat(random.nextInt(3)) + " ".repeat(random.nextInt(40));
      String inner = "\n".repeat(random.nextInt(2)) + " ".repeat(random.nextInt(20));
      String text =
          padding
              + Resolving.SOURCE
              + "CREATE STREAMING TABLE t; CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(s) KEYS (id)"
              + " APPLY AS DELETE WHEN"
              + inner
              + " op = 'D' OR"
              + inner
              + " idd = 1 SEQUENCE BY ts;";
      List<Diagnostic> errors = Resolving.resolution(text).diagnostics();
      assertThat(errors).hasSize(1);
      assertThat(errors.get(0).position()).isEqualTo(Resolving.position(text, text.indexOf("idd")));
    }
  }
}
