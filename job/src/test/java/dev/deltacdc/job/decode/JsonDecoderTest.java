/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonDecoderTest {

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "INT; 1; 1",
        "INT; null; NULL",
        "INT; 1.7; misfit",
        "INT; 1.0; 1",
        "INT; true; misfit",
        "INT; {}; misfit",
        "INT; [1]; misfit",
        "BIGINT; 9223372036854775808; misfit",
        "DECIMAL(3,1); 1234.5; misfit",
        "DECIMAL(38,0); 99999999999999999999999999999999999999;"
            + " 99999999999999999999999999999999999999",
        "DOUBLE; 1e2; 100.0",
        "DOUBLE; NaN; NaN",
        "DOUBLE; -Infinity; -Infinity",
        "INT; NaN; misfit",
        "BOOLEAN; true; true",
        "BOOLEAN; \"true\"; true",
        "BOOLEAN; 1; misfit",
        "BOOLEAN; \"yes\"; misfit",
        "STRING; \"a\\u00e7\\n\\\"\"; `aç\n\"`",
        "STRING; \"\\ud83d\\ude00\"; 😀",
        "STRING; \"\\ud83d\"; misfit",
        "STRING; 1.50; 1.50",
        "STRING; true; true",
        "STRING; {\"a\": [1, 2]}; {\"a\": [1, 2]}",
        "STRING; [1, {\"b\":\"]\"}]; [1, {\"b\":\"]\"}]",
        "VARCHAR(2); 123; misfit",
        "DATE; \"2026-01-31\"; 2026-01-31",
        "DATE; 20484; misfit",
        "TIMESTAMP_LTZ(6); 1767261600000; misfit",
        "TIMESTAMP_LTZ(6); \"2026-01-01T10:00:00Z\"; 2026-01-01T10:00:00Z",
        "BYTES; \"AQID\"; AQID",
        "BYTES; 12; misfit",
        "ARRAY<INT>; [1, null, 3]; [1, NULL, 3]",
        "ARRAY<INT>; []; []",
        "ARRAY<INT>; 1; misfit",
        "ARRAY<INT NOT NULL>; [null]; misfit",
        "ARRAY<ARRAY<STRING>>; [[\"a\"], [], null]; [[a], [], NULL]",
        "MAP<STRING, INT>; {\"b\": 2, \"a\": 1}; {a=1, b=2}",
        "MAP<INT, BOOLEAN>; {\"1\": true}; {1=true}",
        "MAP<INT, BOOLEAN>; {\"x\": true}; misfit",
        "MAP<STRING, INT>; {\"a\": 1, \"a\": 2}; misfit",
        "`ROW<x INT, y ROW<z STRING>>`; {\"Y\": {\"z\": \"q\", \"w\": [{}]}, \"x\": 1}; (1 | (q))",
        "`ROW<x INT>`; {}; (NULL)",
        "`ROW<x INT>`; 5; misfit",
        "`ROW<x INT NOT NULL>`; {}; misfit",
      })
  void takesWhatFitsAndNothingElse(String type, String value, String expected) {
    String columns = "c " + type;
    String decoded = Decoding.decode(Decoding.json(columns), columns, "{\"c\": " + value + "}");
    if (expected.equals("misfit")) {
      assertThat(decoded).startsWith("misfit: column 'c");
    } else {
      assertThat(decoded).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{\"id\": 1, \"Name\": \"x\"}; 1 | x",
        "{\"ID\": 1, \"NAME\": \"x\"}; 1 | x",
        "{\"ID\": 1, \"id\": 2}; 2 | NULL",
        "{\"id\": 2, \"ID\": 1}; 2 | NULL",
        "{\"ID\": 1, \"Id\": 2}; unparsable: more than one field is called 'id' in some case",
        "{\"id\": 1, \"id\": 1}; unparsable: the field 'id' stands twice",
        "{\"other\": {\"id\": [1]}, \"id\": 1}; 1 | NULL",
        "{}; NULL | NULL",
      })
  void namesMatchInAnyCaseWhenUnambiguous(String record, String expected) {
    String columns = "id INT, Name STRING";
    assertThat(Decoding.decode(Decoding.json(columns), columns, record)).isEqualTo(expected);
  }

  @Test
  void columnsThatDifferByCaseOnlyMatchExactly() {
    String columns = "id INT, ID INT";
    RecordDecoder decoder = Decoding.json(columns);
    assertThat(Decoding.decode(decoder, columns, "{\"ID\": 2, \"id\": 1, \"Id\": 3}"))
        .isEqualTo("1 | 2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{\"c\": 1",
        "{\"c\": 1}}",
        "{\"c\": 1} {\"c\": 2}",
        "{\"c\": 01}",
        "{'c': 1}",
        "{\"c\": 1,}",
        "{\"c\": \"\t\"}",
        "[{\"c\": 1}]",
        "1",
        "null",
        "``",
        "// comment",
        "nonsense",
      })
  void whatIsNoJsonObjectIsUnparsable(String record) {
    assertThat(Decoding.decode(Decoding.json("c STRING"), "c STRING", record))
        .startsWith("unparsable: ");
  }

  @Test
  void invalidUtf8IsUnparsableNotReplaced() {
    byte[] record = "{\"c\": \"aXb\"}".getBytes(StandardCharsets.UTF_8);
    // A continuation byte alone, an overlong slash, half a surrogate pair.
    for (byte bad : new byte[] {(byte) 0x80, (byte) 0xC0, (byte) 0xED, (byte) 0xFF}) {
      record[8] = bad;
      assertThat(Decoding.decode(Decoding.json("c STRING"), "c STRING", record, null))
          .isEqualTo("unparsable: byte 9 is not UTF-8");
    }
  }

  @Test
  void messagesNameThePathToTheValue() {
    String columns = "a ROW<b ARRAY<ROW<c INT>>, m MAP<STRING, INT>>";
    RecordDecoder decoder = Decoding.json(columns);
    assertThat(Decoding.decode(decoder, columns, "{\"a\": {\"b\": [{\"c\": 1}, {\"c\": 1.5}]}}"))
        .isEqualTo("misfit: column 'a.b[1].c': '1.5' is not a whole number, INT needs one");
    assertThat(Decoding.decode(decoder, columns, "{\"a\": {\"m\": {\"k\": \"v\"}}}"))
        .isEqualTo("misfit: column 'a.m['k']': 'v' is not a number, INT needs one");
  }

  @Test
  void aNotNullColumnTakesNeitherNullNorNothing() {
    String columns = "id INT NOT NULL";
    RecordDecoder decoder = Decoding.json(columns);
    assertThat(Decoding.decode(decoder, columns, "{\"id\": null}"))
        .isEqualTo("misfit: column 'id': is null, the column is NOT NULL");
    assertThat(Decoding.decode(decoder, columns, "{}"))
        .isEqualTo("misfit: column 'id': is missing, the column is NOT NULL");
  }

  /** One decoder reads all: what it learnt of one record must not mislead it in the next. */
  @Test
  void theFieldsOfEachRecordMayStandElsewhere() {
    RecordDecoder decoder = Decoding.json("a INT, b INT");
    String many =
        IntStream.range(0, 100).mapToObj(i -> "\"x" + i + "\": 0, ").collect(Collectors.joining());
    Map<String, String> records = new LinkedHashMap<>();
    records.put("{\"a\": 1, \"b\": 2}", "1 | 2");
    records.put("{\"b\": 3, \"a\": 4}", "4 | 3");
    records.put("{\"x\": 0, \"b\": 5, \"A\": 6}", "6 | 5");
    records.put("{\"b\": 7}", "NULL | 7");
    records.put("{" + many + "\"a\": 8, \"b\": 9}", "8 | 9");
    records.put("{\"a\": 10, \"a\": 11}", "unparsable: the field 'a' stands twice");
    records.put("{\"A\": 12, \"b\": 13}", "12 | 13");
    records.forEach(
        (record, expected) ->
            assertThat(Decoding.decode(decoder, "a INT, b INT", record))
                .as(record)
                .isEqualTo(expected));
  }
}
