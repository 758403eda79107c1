/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import java.util.List;
import javax.annotation.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvDecoderTest {

  private static final String COLUMNS = "id INT, valor STRING";

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "1,one; 1 | one",
        "1,; 1 | NULL",
        "1,\"\"; 1 | ``",
        ",x; NULL | x",
        ",; NULL | NULL",
        "1,\"a,b\"; 1 | a,b",
        "1,\"a\"\"b\"; 1 | a\"b",
        "1,\"\"\"\"; 1 | \"",
        "1,a\"b; 1 | a\"b",
        "1,` x `; 1 | ` x `",
        "\"1\",\"ação\"; 1 | ação",
        "1; unparsable: the line has 1 field, the table has 2",
        "1,a,b; unparsable: the line has 3 fields, the table has 2",
        "1,\"\" ; 1 | ``",
        "\"1\",; 1 | NULL",
        "\"\",; misfit: column 'id': '' is not a number, INT needs one",
        "1,\"a; unparsable: is not CSV at field 2: Missing closing quote for value (a record is one line)",
        "1,\"a\"b; unparsable: is not CSV at field 2: Unexpected character ('b' (code 98)):"
            + " Expected column separator character (',' (code 44)) or end-of-line",
        "x,a; misfit: column 'id': 'x' is not a number, INT needs one",
        "#1,a; misfit: column 'id': '#1' is not a number, INT needs one",
      })
  void readsFieldsByPosition(String line, String expected) {
    String record = line.replace("`", "");
    assertThat(decode(CsvOptions.DEFAULT, record)).isEqualTo(expected.replace("`", ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "id,valor; 1,x; 1 | x",
        "valor,id; x,1; 1 | x",
        "VALOR,extra,Id; x,y,1; 1 | x",
        "ID,id,valor; 9,1,x; 1 | x",
        "` id , valor `; 1,x; 1 | x",
        "\"id\",\"valor\"; 1,x; 1 | x",
        "id,valor; 1; unparsable: the line has 1 field, the header has 2",
        "id,valor; 1,2,3; unparsable: the line has 3 fields, the header has 2",
        "id; 1; 1 | NULL",
        "id,price; 1,x; 1 | NULL",
        "id,valro; 1,x; `unparsable: the header has no column 'valor'; is 'valro' meant?: id,valro`",
        "`id;valor`; `1;x`; `unparsable: the first line names none of the columns,"
            + " set 'csv.field-delimiter' = ';': id;valor`",
        "id\tvalor; 1\tx; unparsable: the first line names none of the columns,"
            + " set 'csv.field-delimiter' = '\\t': id\tvalor",
        "1,x; 2,y; unparsable: the first line names none of the columns,"
            + " if it is no header, leave 'csv.header' out: 1,x",
        "id,Valor,VALOR; 1,x,y; unparsable: the header has more than one column 'valor':"
            + " id,Valor,VALOR",
        "id,valor,valor; 1,x,y; unparsable: the header has more than one column 'valor':"
            + " id,valor,valor",
      })
  void findsColumnsByName(String header, String line, String expected) {
    CsvOptions options = CsvOptions.DEFAULT.withHeader(true);
    RecordDecoder decoder = Decoding.csv(COLUMNS, options);
    byte[] headerLine = header.getBytes(UTF_8);
    for (int i = 0; i < 2; i++) {
      assertThat(Decoding.decode(decoder, COLUMNS, line.getBytes(UTF_8), headerLine))
          .isEqualTo(expected);
    }
  }

  @Test
  void eachFileHasItsOwnHeader() {
    RecordDecoder decoder = Decoding.csv(COLUMNS, CsvOptions.DEFAULT.withHeader(true));
    byte[] one = "id,valor".getBytes(UTF_8);
    byte[] other = "valor,id".getBytes(UTF_8);
    assertThat(Decoding.decode(decoder, COLUMNS, "1,x".getBytes(UTF_8), one)).isEqualTo("1 | x");
    assertThat(Decoding.decode(decoder, COLUMNS, "x,1".getBytes(UTF_8), other)).isEqualTo("1 | x");
    assertThat(Decoding.decode(decoder, COLUMNS, "1,x".getBytes(UTF_8), one)).isEqualTo("1 | x");
  }

  @Test
  void otherCharactersThanTheUsual() {
    CsvOptions options = new CsvOptions(false, '\t', '\'', '\\', "NA", true);
    assertThat(decode(options, "1\t'a\tb'")).isEqualTo("1 | a\tb");
    assertThat(decode(options, "1\ta\\\tb")).isEqualTo("1 | a\tb");
    assertThat(decode(options, "1\t'it\\'s'")).isEqualTo("1 | it's");
    assertThat(decode(options, "NA\tNA")).isEqualTo("NULL | NULL");
    assertThat(decode(options, "1\t'NA'")).isEqualTo("1 | NA");
    assertThat(decode(options, "1\tN")).isEqualTo("1 | N");
    assertThat(decode(options, "# 1\tx")).isEqualTo("comment");
    assertThat(decode(options, "1\tx\\"))
        .isEqualTo("unparsable: is not CSV at field 2: Unexpected EOF in escaped character");
    assertThat(decode(options, "1\ta\\tb\\n\\\\c")).isEqualTo("1 | a\tb\n\\c");
    assertThat(decode(new CsvOptions(false, ';', null, null, null, false), "1;\"x\""))
        .isEqualTo("1 | \"x\"");
  }

  @Test
  void aRecordIsOneLineButAQuotedFieldMayHoldMore() {
    assertThat(decode(CsvOptions.DEFAULT, "1,\"a\r\nb\"")).isEqualTo("1 | a\r\nb");
    assertThat(decode(CsvOptions.DEFAULT, "1,a\n")).isEqualTo("1 | a");
    assertThat(decode(CsvOptions.DEFAULT, "1,a\n2,b"))
        .isEqualTo("unparsable: a line break outside quotes ends the record early");
  }

  @Test
  void anEmptyRecordIsOneEmptyField() {
    assertThat(decode(CsvOptions.DEFAULT, ""))
        .isEqualTo("unparsable: the line has 1 field, the table has 2");
    assertThat(Decoding.decode(Decoding.csv("a INT", CsvOptions.DEFAULT), "a INT", ""))
        .isEqualTo("NULL");
  }

  @Test
  void invalidUtf8IsUnparsableNotReplaced() {
    byte[] record = {'1', ',', (byte) 0xE7, 'a'};
    assertThat(decode(CsvOptions.DEFAULT, record, null))
        .isEqualTo("unparsable: byte 3 is not UTF-8");
  }

  @Test
  void aNotNullColumnTakesNoEmptyField() {
    String columns = "id INT NOT NULL, valor STRING";
    assertThat(Decoding.decode(Decoding.csv(columns, CsvOptions.DEFAULT), columns, ",x"))
        .isEqualTo("misfit: column 'id': is empty, the column is NOT NULL");
  }

  @Test
  void nestedTypesAndTimesAreNamedBeforeAnythingIsRead() {
    assertThat(
            RecordFormat.problems(
                RecordFormat.Kind.CSV,
                Decoding.row("a ARRAY<INT>, b ROW<x INT>, c MAP<STRING, INT>, d TIME, e INT")))
        .containsExactly(
            "column 'a': the csv format has no ARRAY; declare STRING, or use the json format",
            "column 'b': the csv format has no ROW; declare STRING, or use the json format",
            "column 'c': the csv format has no MAP; declare STRING, or use the json format",
            "column 'd': TIME(0) cannot be read from files or Kafka; declare STRING or BIGINT and"
                + " convert it");
    assertThat(
            RecordFormat.problems(
                RecordFormat.Kind.JSON,
                Decoding.row("a ARRAY<TIME>, b ROW<x INT, y TIME>, c MAP<ARRAY<INT>, INT>, e INT")))
        .hasSize(3)
        .anyMatch(problem -> problem.startsWith("column 'b.y': "));
  }

  private static String decode(CsvOptions options, String line) {
    return decode(options, line.getBytes(UTF_8), null);
  }

  @Test
  void aHeaderMayLackOnlyWhatMayBeNull() {
    CsvOptions options = CsvOptions.DEFAULT.withHeader(true);
    assertThat(Decoding.csv("id INT, valor STRING NOT NULL", options))
        .extracting(csv -> Decoding.decode(csv, COLUMNS, "1".getBytes(UTF_8), "id".getBytes(UTF_8)))
        .isEqualTo("unparsable: the header has no column 'valor': id");
    RecordDecoder keyed =
        new RecordFormat(
                RecordFormat.Kind.CSV, options, Decoding.row(COLUMNS), List.of("id"), List.of())
            .decoder(ZoneOffset.UTC);
    assertThat(Decoding.decode(keyed, COLUMNS, "x".getBytes(UTF_8), "valor".getBytes(UTF_8)))
        .isEqualTo("unparsable: the header has no column 'id': valor");
  }

  private static String decode(CsvOptions options, byte[] line, @Nullable byte[] header) {
    return Decoding.decode(Decoding.csv(COLUMNS, options), COLUMNS, line, header);
  }
}
