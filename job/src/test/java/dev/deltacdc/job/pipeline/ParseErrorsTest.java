/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule of the grammar, broken: ^ marks in the text where the error is. */
class ParseErrorsTest {

  private static final String FLOW = "CREATE FLOW f AS AUTO CDC INTO t ";
  private static final String REST = " FROM STREAM(s) KEYS (id) SEQUENCE BY ts";

  static Stream<Arguments> errors() {
    return Stream.of(
        error("^CREAT TABLE t (id INT)", "Did you mean CREATE?"),
        error("SET ^a = 'b'", "SET 'key' = 'value'"),
        error("SET 'a' ^'b'", "'=' was expected"),
        error("USE ^1", "a name was expected"),
        error("^USE a.b.c", "more than three parts"),
        error("CREATE ^TABEL t (id INT)", "Did you mean TABLE?"),
        error("CREATE TABLE t ^() WITH ('a' = 'b')", "An expression is missing"),
        error("CREATE TABLE t (id INT)^", "ends where WITH was expected"),
        error("CREATE TABLE t (id INT) ^USING DELTA", "USING DELTA is not needed"),
        error("CREATE TABLE t (id INT) WITH ('a' = ^b)", "a 'string' was expected"),
        error("CREATE TABLE t (id INT) WITH ('a' = 'b', ^'a' = 'c')", "set twice"),
        error(
            "CREATE TABLE a.b.c.d (id INT) WITH ('a' = 'b')".replace("a.b", "^a.b"),
            "more than three parts"),
        error("CREATE STREAMING TABLE ^`../t`", "is no folder's name"),
        error("CREATE STREAMING TABLE a.^`..`.t", "is no folder's name"),
        error("CREATE STREAMING TABLE ^`/etc`", "is no folder's name"),
        error("CREATE STREAMING TABLE ^`C:x`", "is no folder's name"),
        error("CREATE STREAMING TABLE ^_t", "is no folder's name"),
        error("USE ^`..`", "is no folder's name"),
        error("CREATE TEMPORARY VIEW v ^SELECT 1", "AS"),
        error("CREATE TEMPORARY VIEW v (^a) AS SELECT 1", "CONSTRAINT was expected"),
        error(
            "CREATE TEMPORARY VIEW v (CONSTRAINT c EXPECT ^()) AS SELECT 1",
            "An expression is missing"),
        error(
            "CREATE TEMPORARY VIEW v (CONSTRAINT c EXPECT (a) ON VIOLATION ^DORP ROW) AS SELECT 1",
            "Did you mean DROP?"),
        error(
            "CREATE TEMPORARY VIEW v (CONSTRAINT c EXPECT (a), CONSTRAINT ^C EXPECT (b)) AS SELECT 1",
            "two constraints named C"),
        error("CREATE TEMPORARY VIEW v AS ^FROM t", "SELECT"),
        error(
            "CREATE TEMPORARY VIEW v AS SELECT 1 FROM t\n^CREATE STREAMING TABLE t",
            "Put a ';' before it"),
        error(
            "CREATE STREAMING TABLE t (id INT, CONSTRAINT c EXPECT (a) ON VIOLATION DROP^, x INT)",
            "ROW was expected"),
        error("CREATE STREAMING TABLE t (CONSTRAINT c ^EXPCT (a))", "Did you mean EXPECT?"),
        error("CREATE STREAMING TABLE t (id INT, PRIMARY ^KAY (id))", "Did you mean KEY?"),
        error("CREATE STREAMING TABLE t (id INT, ^ID INT)", "differs from id by case only"),
        error(
            "CREATE STREAMING TABLE t (id INT, ^PRIMARY KEY (id) NOT ENFORCED)",
            "not supported yet"),
        error("CREATE STREAMING TABLE t PARTITIONED ^(id)", "BY was expected"),
        error("CREATE STREAMING TABLE t ^PARTITIOND BY (id)", "Did you mean PARTITIONED?"),
        error("CREATE STREAMING TABLE t COMMENT 'a' ^COMMENT 'b'", "stands twice"),
        error("CREATE STREAMING TABLE t FLOW ^AUT CDC FROM STREAM(s)", "Did you mean AUTO?"),
        error(
            "CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(s) KEYS (id) SEQUENCE BY a"
                + " ^PARTITIONED BY (id)",
            "before FLOW"),
        error("CREATE STREAMING TABLE ^t FLOW AUTO CDC FROM STREAM(s) KEYS (id)", "no SEQUENCE BY"),
        error(
            "CREATE STREAMING TABLE t FLOW AUTO CDC FROM STREAM(s) ^KEY (id) SEQUENCE BY a",
            "Did you mean KEYS?"),
        error(
            "CREATE STREAMING TABLE t ^FROM STREAM(s) KEYS (id) SEQUENCE BY ts",
            "where a clause was expected: PARTITIONED BY, CLUSTER BY, COMMENT, TBLPROPERTIES, FLOW AUTO"),
        error("CREATE STREAMING TABLE t ^FLO AUTO CDC FROM STREAM(s)", "Did you mean FLOW?"),
        error(
            "CREATE STREAMING TABLE t\n^APPLY CHANGES INTO t FROM STREAM(s) KEYS (id) SEQUENCE BY a",
            "A statement starts with APPLY CHANGES here"),
        error("CREATE STREAMING TABLE t ^USING x", "Leave it out"),
        error("CREATE FLOW f AS AUTO ^CDX INTO t", "Did you mean CDC?"),
        error("CREATE FLOW f AS ^UPDATE t", "AUTO"),
        error("CREATE FLOW f AS INSERT INTO t ^VALUES (1)", "SELECT"),
        error(FLOW + "FROM ^s KEYS (id) SEQUENCE BY ts", "FROM STREAM(s)"),
        error(FLOW + "FROM SNAPSHOT s KEYS (id) ^SEQUENCE BY ts", "goes with FROM STREAM only"),
        error(
            FLOW + "FROM SNAPSHOT(s) KEYS (id) ^APPLY AS DELETE WHEN a",
            "a row is deleted when a snapshot lacks it"),
        error(
            FLOW + "FROM SNAPSHOT s KEYS (id) ^APPLY AS TRUNCATE WHEN a",
            "a row is deleted when a snapshot lacks it"),
        error(
            FLOW + "FROM SNAPSHOT s KEYS (id) ^IGNORE NULL UPDATES", "a snapshot has every value"),
        error(
            "CREATE FLOW ^f AS AUTO CDC ONCE INTO t FROM SNAPSHOT s KEYS (id)",
            "each snapshot is read once anyway"),
        error(FLOW + "FROM STREAM(s) ^FROM STREAM(s) KEYS (id) SEQUENCE BY ts", "stands twice"),
        error(FLOW + "FROM SNAPSHOT s ^KEY (id)", "Did you mean KEYS?"),
        error("CREATE FLOW ^f AS AUTO CDC INTO t KEYS (id) SEQUENCE BY ts", "no FROM STREAM"),
        error("CREATE FLOW ^f AS AUTO CDC INTO t FROM STREAM(s) SEQUENCE BY ts", "no KEYS"),
        error("CREATE FLOW ^f AS AUTO CDC INTO t FROM STREAM(s) KEYS (id)", "no SEQUENCE BY"),
        error(FLOW + "FROM STREAM(s) KEYS ^id SEQUENCE BY ts", "'(' was expected"),
        error(
            FLOW + "FROM STREAM(s) KEYS (id, ^Id) SEQUENCE BY ts", "differs from id by case only"),
        error(FLOW + "FROM STREAM(s) KEYS (id, ^id) SEQUENCE BY ts", "is named twice"),
        error(FLOW + "FROM STREAM(s) KEYS (id) SEQUENCE BY^", "an expression was expected"),
        error(FLOW + "FROM STREAM(s) KEYS (id) SEQUENCE BY a^, b", "STRUCT(a, b)"),
        error(FLOW + "FROM STREAM(s) KEYS (id) ^SEQUENC BY a", "Did you mean SEQUENCE?"),
        error(FLOW + "APPLY AS ^DELET WHEN a = 1" + REST, "Did you mean DELETE?"),
        error(FLOW + "APPLY AS DELETE ^WEN a = 1" + REST, "Did you mean WHEN?"),
        error(
            FLOW + "APPLY AS DELETE WHEN op = 'D' ^SEQUENC BY ts FROM STREAM(s) KEYS (id)",
            "Did you mean SEQUENCE?"),
        error(FLOW + "APPLY AS TRUNCATE WHEN^", "an expression was expected"),
        error(FLOW + "APPLY AS TRUNCATE WHEN a^, b" + REST, "Join conditions with OR"),
        error(
            FLOW + "^APPLY AS TRUNCATE WHEN a = 1 STORED AS SCD TYPE 2" + REST,
            "Leave it out, or write STORED AS SCD TYPE 1"),
        error(
            FLOW
                + "APPLY AS TRUNCATE WHEN a APPLY AS DELETE WHEN b ^APPLY AS TRUNCATE WHEN a"
                + REST,
            "stands twice"),
        error(FLOW + "IGNORE NULL ^UPDATE" + REST, "Did you mean UPDATES?"),
        error(FLOW + "IGNORE NULL UPDATES ON * ^EXEPT (a)" + REST, "Did you mean EXCEPT?"),
        error(FLOW + "IGNORE NULL UPDATES ON (a, ^A)" + REST, "differs from a by case only"),
        error(FLOW + "IGNORE NULL UPDATES ^IGNORE NULL UPDATES ON a" + REST, "stands twice"),
        error(FLOW + "^IGNOR NULL UPDATES" + REST, "Did you mean IGNORE?"),
        error(FLOW + "^TRACK HISTORY ON * EXCEPT (a)" + REST, "Write STORED AS SCD TYPE 2"),
        error(
            FLOW + "^TRACK HISTORY ON a STORED AS SCD TYPE 1" + REST, "Write STORED AS SCD TYPE 2"),
        error(FLOW + "STORED AS SCD TYPE 2 TRACK HISTORY ^(a)" + REST, "ON was expected"),
        error(
            FLOW + "STORED AS SCD TYPE 2 TRACK HISTORY ON a ^TRACK HISTORY ON b" + REST,
            "stands twice"),
        error(FLOW + "^STORED AS SCD TYPE 3" + REST, "There is no SCD TYPE 3"),
        error(FLOW + "^CLUSTER BY (id)" + REST, "is a clause of the table"),
        error(FLOW + REST + " STORED AS SCD TYPE 1 ^ON x", "Found 'ON' where"),
        error(FLOW + "STORED AS SCD ^1" + REST, "TYPE was expected"),
        error(FLOW + "COLUMNS * EXCEPT ^op" + REST, "'(' was expected"),
        error(FLOW + "COLUMNS * ^EXCEP (op)" + REST, "EXCEPT"),
        error(FLOW + "KEYS (id)" + REST.replace("KEYS", "^KEYS"), "stands twice"),
        error(FLOW + "^WHERE a = 1" + REST, "where a clause was expected"),
        error("CREATE SNAPSHOT TABLE ^s EVENT TIME a", "no SNAPSHOT OF"),
        error(
            "CREATE SNAPSHOT TABLE s SNAPSHOT OF t EVERY DAY EVENT TIME a ^PARTITIONED BY (id)",
            "where a clause was expected: SNAPSHOT OF"),
        error("CREATE SNAPSHOT TABLE ^s SNAPSHOT OF t EVERY DAY", "no EVENT TIME"),
        error("CREATE SNAPSHOT TABLE s SNAPSHOT OF t EVERY ^HOUR EVENT TIME a", "DAY was expected"),
        error(
            "CREATE SNAPSHOT TABLE s SNAPSHOT OF t EVERY DAY EVENT TIME a ROWS ^CHANGD",
            "Did you mean CHANGED?"),
        error(
            "CREATE SNAPSHOT TABLE s SNAPSHOT OF t EVERY DAY EVENT TIME a LATE EVENTS ^x DAYS",
            "a number was expected"),
        error(
            "CREATE SNAPSHOT TABLE s SNAPSHOT OF t EVERY DAY EVENT TIME a RETAIN ^x DAYS",
            "a number was expected"),
        error(
            "CREATE SNAPSHOT TABLE s SNAPSHOT OF t EVERY DAY EVENT TIME a ^RETAN 3 DAYS",
            "Did you mean RETAIN?"),
        error(
            "CREATE SNAPSHOT TABLE s SNAPSHOT OF t EVERY DAY EVENT TIME a TIME ZONE ^UTC",
            "a 'string' was expected"),
        error(
            "^CREATE OR REPLACE MATERIALIZED VIEW v AS SELECT 1",
            "Write CREATE OR REFRESH MATERIALIZED VIEW"),
        error("^APPLI CHANGES INTO t", "Did you mean APPLY?"),
        error("APPLY ^CHANGE INTO t", "Did you mean CHANGES?"),
        error("APPLY CHANGES INTO t FROM ^s KEYS (id) SEQUENCE BY a", "FROM STREAM(s)"),
        error(FLOW + REST + "\n^APPLY CHANGES INTO t" + REST, "Put a ';' before it"),
        error(
            "CREATE FLOW f AS APPLY ^CHANGE INTO t FROM STREAM(s) KEYS (id) SEQUENCE BY a",
            "Did you mean CHANGES?"),
        error("CREATE STREAMING TABLE live.^`..`", "is no folder's name"),
        error("^INSERT INTO t SELECT 1", "CREATE FLOW name AS INSERT INTO"),
        error("^CREATE VIEW v AS SELECT 1", "CREATE TEMPORARY VIEW"),
        error("^RESET 'a'", "Leave out the SET"),
        error("SET 'a' = ^'b", "not closed"),
        error(
            "CREATE TABLE t (id INT)\n  WITH ('path' = 'p, 'format' = 'json^');\nCREATE STREAMING TABLE u COMMENT 'c'",
            "missing between here and line 3, most likely in this line"),
        error("SET 'a' = 'b' ^/* c", "not closed"));
  }

  private static Arguments error(String text, String part) {
    return Arguments.of(text, part);
  }

  @ParameterizedTest
  @MethodSource("errors")
  void isReportedAtItsPlace(String marked, String part) {
    int at = marked.indexOf('^');
    String text = marked.replace("^", "");
    List<Diagnostic> errors =
        PipelineParser.parse("p.sql", text).diagnostics().stream()
            .filter(Diagnostic::isError)
            .toList();
    assertThat(errors).hasSize(1);
    int line = (int) text.substring(0, at).chars().filter(c -> c == '\n').count();
    int column = at - text.lastIndexOf('\n', at - 1);
    assertThat(errors.get(0).position()).isEqualTo(new Position(line + 1, column));
    assertThat(errors.get(0).toString()).contains(part);
  }
}
