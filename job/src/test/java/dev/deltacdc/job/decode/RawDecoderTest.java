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

class RawDecoderTest {

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "STRING; {\"a\": 1}; {\"a\": 1}",
        "STRING; ` ação 😀 `; ` ação 😀 `",
        "VARCHAR(3); ção; ção",
        "VARCHAR(2); ção; misfit: column 'c': 'ção' has 3 characters, more than VARCHAR(2) holds",
        "BYTES; abc; YWJj",
        "VARBINARY(2); abc; misfit: column 'c': has 3 bytes, more than VARBINARY(2) holds",
      })
  void givesTheRecordAsItIs(String type, String record, String expected) {
    String columns = "c " + type;
    assertThat(Decoding.decode(Decoding.raw(columns), columns, record)).isEqualTo(expected);
  }

  @Test
  void anEmptyRecordIsAnEmptyValue() {
    assertThat(Decoding.decode(Decoding.raw("c STRING"), "c STRING", "")).isEmpty();
    assertThat(Decoding.decode(Decoding.raw("c BYTES"), "c BYTES", "")).isEmpty();
  }

  @Test
  void aStringMustBeUtf8() {
    byte[] latin1 = {'a', (byte) 0xE7, 'o'};
    assertThat(Decoding.decode(Decoding.raw("c STRING"), "c STRING", latin1, null))
        .isEqualTo("unparsable: column 'c': byte 2 is not UTF-8");
    assertThat(Decoding.decode(Decoding.raw("c BYTES"), "c BYTES", latin1, null)).isEqualTo("Yedv");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a STRING, b STRING", "a INT", "a ARRAY<STRING>", "a ROW<b STRING>"})
  void thereMustBeOneColumnOfBytesOrText(String columns) {
    assertThat(RecordFormat.problems(RecordFormat.Kind.RAW, Decoding.row(columns)))
        .isEqualTo(List.of("the raw format gives exactly one column, BYTES or STRING"));
  }
}
