/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DebeziumDecoderTest {

  private static final String ONE = "{\"id\": 1, \"valor\": \"um\", \"preco\": \"12.50\"}";
  private static final String TWO = "{\"id\": 2, \"valor\": \"um\", \"preco\": \"12.50\"}";
  private static final String OTHER = "{\"id\": 1, \"valor\": \"dois\", \"preco\": null}";

  /** As Debezium's Postgres connector writes it, without schemas. */
  private static final String POSTGRES =
      "{\"before\":null,\"after\":{\"id\":1,\"valor\":\"um\",\"preco\":\"12.50\"},\"source\":{"
          + "\"version\":\"3.0.0.Final\",\"connector\":\"postgresql\",\"name\":\"loja\","
          + "\"ts_ms\":1767261600123,\"snapshot\":\"false\",\"db\":\"vendas\",\"sequence\":"
          + "\"[\\\"24023119\\\",\\\"24023128\\\"]\",\"ts_us\":1767261600123456,\"schema\":"
          + "\"public\",\"table\":\"clientes\",\"txId\":555,\"lsn\":24023128,\"xmin\":null},"
          + "\"transaction\":null,\"op\":\"c\",\"ts_ms\":1767261601000}";

  @ParameterizedTest(name = "{0}: {1} -> {2}")
  @CsvSource(
      delimiter = ';',
      value = {
        "c; null; ONE; 1 | um | 12.50 | c",
        "r; null; ONE; 1 | um | 12.50 | r",
        "u; null; OTHER; 1 | dois | NULL | u",
        "u; ONE; OTHER; 1 | dois | NULL | u",
        "d; ONE; null; 1 | um | 12.50 | d",
        // The key changes: the old row goes, the new one comes.
        "u; ONE; TWO; 1 | um | 12.50 | d // 2 | um | 12.50 | u",
        // A create or read is never a change of keys.
        "c; ONE; TWO; 2 | um | 12.50 | c",
        // A delete is of the row before, whatever follows.
        "d; ONE; TWO; 1 | um | 12.50 | d",
      })
  void everyOperationGivesItsRows(String op, String before, String after, String rows) {
    String event = event(op, image(before), image(after));
    Debezium debezium = Debezium.events();
    assertThat(debezium.decode(event)).isEqualTo(rows);
    assertThat(debezium.decode(Debezium.wrapped(event))).isEqualTo(rows);
    // Fields stand in any order.
    assertThat(
            debezium.decode(
                "{\"op\":\""
                    + op
                    + "\",\"after\":"
                    + image(after)
                    + ",\"x\":[{}],\"before\":"
                    + image(before)
                    + "}"))
        .isEqualTo(rows);
  }

  @Test
  void aMissingBeforeIsLikeANullOne() {
    assertThat(Debezium.events().decode("{\"op\":\"u\",\"after\":" + ONE + "}"))
        .isEqualTo("1 | um | 12.50 | u");
  }

  @Test
  void aRowBeforeNeedsOnlyItsKey() {
    Debezium debezium = Debezium.events();
    assertThat(debezium.decode(event("d", "{\"id\": 1}", "null"))).isEqualTo("1 | NULL | NULL | d");
    assertThat(debezium.decode(event("d", "{\"id\":1,\"valor\":null,\"preco\":null}", "null")))
        .isEqualTo("1 | NULL | NULL | d");
    assertThat(debezium.decode(event("u", "{\"id\": 1}", TWO)))
        .isEqualTo("1 | NULL | NULL | d // 2 | um | 12.50 | u");
    assertThat(debezium.decode(event("d", "{\"valor\": \"um\"}", "null")))
        .isEqualTo("misfit: column 'before.id': is missing, the column is NOT NULL");
    assertThat(debezium.decode(event("u", "null", "{\"id\": 1}")))
        .isEqualTo("misfit: column 'valor': is missing, the column is NOT NULL");
  }

  @Test
  void whatDoesNotFitRejectsTheWholeEvent() {
    Debezium debezium = Debezium.events();
    assertThat(debezium.decode(event("u", ONE, "{\"id\": 1.5, \"valor\": \"um\"}")))
        .isEqualTo("misfit: column 'id': '1.5' is not a whole number, INT needs one");
    String before = "{\"id\": 1, \"valor\": \"um\", \"preco\": \"x\"}";
    assertThat(debezium.decode(event("u", before, TWO)))
        .isEqualTo("misfit: column 'before.preco': 'x' is not a number, DECIMAL(10, 2) needs one");
    // Nobody needs this row before.
    assertThat(debezium.decode(event("u", before, ONE))).isEqualTo("1 | um | 12.50 | u");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\": 7}",
        "{\"ID\": 7, \"extra\": {\"id\": 8}}",
        "{\"schema\": {\"id\": 8}, \"payload\": {\"id\": 7}}",
        "{\"payload\": {\"id\": 7}, \"schema\": null}",
      })
  void aDeleteWithoutBeforeTakesTheKafkaKey(String key) {
    assertThat(Debezium.events().decode(event("d", "null", "null"), key))
        .isEqualTo("7 | NULL | NULL | d");
    assertThat(Debezium.events().decode(Debezium.wrapped("{\"op\":\"d\"}"), key))
        .isEqualTo("7 | NULL | NULL | d");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      nullValues = "-",
      value = {
        "-; there is no Kafka key",
        "7; `the Kafka key does not tell the primary key: a JSON object was expected, not a number`",
        "{}; the Kafka key does not tell the primary key: column 'id': is missing",
        "{\"id\": \"x\"}; the Kafka key does not tell the primary key: column 'id': 'x' is not",
        "{\"payload\": {\"ident\": 7}}; the Kafka key does not tell the primary key",
        "{; the Kafka key does not tell the primary key: is not JSON",
      })
  void aDeleteOfWhichNothingTellsTheKeyIsRejected(String key, String why) {
    assertThat(Debezium.events().decode(event("d", "null", "null"), key))
        .startsWith("unparsable: a delete has no 'before', and " + why)
        .contains("REPLICA IDENTITY");
  }

  @Test
  void columnsThatTheKafkaKeyGivesAreNotLookedFor() {
    // With value.fields-include EXCEPT_KEY the key's columns are not among those of the value.
    Debezium debezium = Debezium.events("valor STRING", List.of(), "op");
    assertThat(debezium.decode(event("d", "null", "null"), "7")).isEqualTo("NULL | d");
    assertThat(debezium.decode(event("u", ONE, OTHER), "7")).isEqualTo("dois | u");
  }

  @Test
  void keysOfSeveralColumnsAndOfAllTypesAreCompared() {
    Debezium debezium =
        Debezium.events(
            "a STRING NOT NULL, b BYTES NOT NULL, c TIMESTAMP_LTZ(6) NOT NULL, d INT",
            List.of("b", "a", "c"),
            "op");
    String row = "{\"a\":\"é\",\"b\":\"AQID\",\"c\":\"2026-01-01T10:00:00Z\",\"d\":1}";
    String same = "{\"d\":2,\"c\":\"2026-01-01 11:00:00+01\",\"b\":\"AQID\",\"a\":\"\\u00e9\"}";
    assertThat(debezium.decode(event("u", row, same)))
        .isEqualTo("é | AQID | 2026-01-01T10:00:00Z | 2 | u");
    assertThat(debezium.decode(event("u", row, same.replace("AQID", "AQIE"))))
        .isEqualTo(
            "é | AQID | 2026-01-01T10:00:00Z | 1 | d // é | AQIE | 2026-01-01T10:00:00Z | 2 | u");
  }

  @Test
  void tellsWhatFlinksFormatTells() {
    Debezium debezium =
        Debezium.events(
            Debezium.COLUMNS,
            List.of("id"),
            "source.timestamp",
            "ingestion-timestamp",
            "op",
            "source.database",
            "source.schema",
            "source.table");
    String expected =
        "1 | um | 12.50 | 2026-01-01T10:00:00.123Z | 2026-01-01T10:00:01Z | c | vendas | public |"
            + " clientes";
    assertThat(debezium.decode(POSTGRES)).isEqualTo(expected);
    assertThat(debezium.decode(Debezium.wrapped(POSTGRES))).isEqualTo(expected);
    assertThat(debezium.decode(event("c", "null", ONE)))
        .isEqualTo("1 | um | 12.50 | NULL | NULL | c | NULL | NULL | NULL");
  }

  @Test
  void tellsAllPropertiesOfTheSource() {
    Debezium debezium = Debezium.events("id INT NOT NULL", List.of("id"), "source.properties");
    assertThat(debezium.decode(POSTGRES))
        .isEqualTo(
            "1 | {connector=postgresql, db=vendas, lsn=24023128, name=loja, schema=public,"
                + " sequence=[\"24023119\",\"24023128\"], snapshot=false, table=clientes,"
                + " ts_ms=1767261600123, ts_us=1767261600123456, txId=555, version=3.0.0.Final,"
                + " xmin=NULL}");
  }

  @Test
  void bothRowsOfAChangedKeyHaveTheEventsMetadata() {
    Debezium debezium =
        Debezium.events("id INT NOT NULL", List.of("id"), "ingestion-timestamp", "source.table");
    assertThat(
            debezium.decode(
                "{\"before\":{\"id\":1},\"after\":{\"id\":2},\"op\":\"u\",\"ts_ms\":1,"
                    + "\"source\":{\"table\":\"t\"}}"))
        .isEqualTo("1 | 1970-01-01T00:00:00.001Z | t // 2 | 1970-01-01T00:00:00.001Z | t");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{\"op\":\"c\"}; unparsable: an event with op 'c' has no 'after'",
        "{\"op\":\"r\",\"after\":null}; unparsable: an event with op 'r' has no 'after'",
        "{\"op\":\"u\",\"before\":{\"id\":1}}; unparsable: an event with op 'u' has no 'after'",
        "{\"after\":{\"id\":1,\"valor\":\"x\"}}; unparsable: a Debezium event has no 'op'",
        "{\"op\":null,\"before\":null}; unparsable: a Debezium event has no 'op'",
        "{\"op\":\"m\",\"message\":{}}; `unparsable: op 'm' (a message in the log) is no change`",
        "{\"op\":\"C\"}; `unparsable: op 'C' is not one of c, r, u, d, t`",
        "{\"op\":1}; `misfit: column 'op': is a number, a string was expected`",
        "{\"op\":\"c\",\"op\":\"d\"}; unparsable: the field 'op' stands twice",
        "{\"id\":1}; `unparsable: is no Debezium event; what ExtractNewRecordState makes`",
        "{\"schema\":{},\"payload\":null}; unparsable: is no Debezium event",
        "{}; unparsable: is no Debezium event",
        "[]; `unparsable: a JSON object was expected, not an array`",
        "{\"op\":\"c\",\"after\":\"x\"}; `misfit: is a string, a ROW (an object) was expected`",
        "{\"op\":\"d\",\"before\":1}; `misfit: column 'before': is a number, a ROW`",
        "{\"op\":\"c\",\"ts_ms\":\"soon\"}; misfit: column 'ts_ms': 'soon' is not a number",
        "{\"payload\":{\"op\":\"c\"},\"payload\":{}}; unparsable: an event stands twice",
        "{\"op\":\"c\",\"payload\":{}}; unparsable: an event stands twice",
      })
  void whatIsNoChangeOfARowIsRejected(String event, String why) {
    assertThat(Debezium.events().decode(event)).startsWith(why);
  }

  @Test
  void aTruncateIsARowOfItsMetadataIfThatTellsIt() {
    String truncate = "{\"op\":\"t\",\"before\":null,\"after\":null,\"source\":{\"table\":\"x\"}}";
    assertThat(
            Debezium.events("id INT, valor STRING", List.of("id"), "op", "source.table")
                .decode(truncate))
        .isEqualTo("NULL | NULL | t | x");
    assertThat(
            Debezium.events("id INT, valor STRING", List.of("id"), "source.table").decode(truncate))
        .startsWith("unparsable: op 't' (a truncate of the table) is read only where");
  }

  private static String image(String name) {
    return switch (name) {
      case "ONE" -> ONE;
      case "TWO" -> TWO;
      case "OTHER" -> OTHER;
      default -> name;
    };
  }

  private static String event(String op, String before, String after) {
    return "{\"before\":" + before + ",\"after\":" + after + ",\"op\":\"" + op + "\"}";
  }
}
