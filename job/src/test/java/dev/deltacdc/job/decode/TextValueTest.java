/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each type takes, in CSV and, as a string, in JSON. */
class TextValueTest {

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = ';',
      value = {
        "BOOLEAN; true; true",
        "BOOLEAN; FALSE; false",
        "BOOLEAN; yes; misfit",
        "BOOLEAN; 1; misfit",
        "BOOLEAN; t; misfit",
        "TINYINT; 127; 127",
        "TINYINT; -128; -128",
        "TINYINT; 128; misfit",
        "SMALLINT; -32768; -32768",
        "SMALLINT; 32768; misfit",
        "INT; 2147483647; 2147483647",
        "INT; -2147483648; -2147483648",
        "INT; 2147483648; misfit",
        "INT; +7; 7",
        "INT; 007; 7",
        "INT; 7.0; 7",
        "INT; 7e2; 700",
        "INT; 1.7; misfit",
        "INT; 1,7; misfit",
        "INT; 1_000; misfit",
        "INT; 0x10; misfit",
        "INT; -; misfit",
        "INT; 1e999999999; misfit",
        "INT; 1e99999999999; misfit",
        "INT; 1e-999999999; misfit",
        "INT; 0e999999999; 0",
        "INT; ٣; misfit",
        "BIGINT; 9223372036854775807; 9223372036854775807",
        "BIGINT; -9223372036854775808; -9223372036854775808",
        "BIGINT; 9223372036854775808; misfit",
        "BIGINT; 999999999999999999999999; misfit",
        "DECIMAL(3,1); 99.9; 99.9",
        "DECIMAL(3,1); 99.90; 99.9",
        "DECIMAL(3,1); -0.5; -0.5",
        "DECIMAL(3,1); .5; 0.5",
        "DECIMAL(3,1); 5.; 5.0",
        "DECIMAL(3,1); 1234.5; misfit",
        "DECIMAL(3,1); 100; misfit",
        "DECIMAL(3,1); 0.05; misfit",
        "DECIMAL(3,1); 1e1; 10.0",
        "DECIMAL(3,1); 00012.50; 12.5",
        "DECIMAL(3,1); 1e999999999; misfit",
        "DECIMAL(3,1); 0e999999999; 0.0",
        "DECIMAL(3,1); abc; misfit",
        "DECIMAL(3,1); NaN; misfit",
        "DECIMAL(38,0); 99999999999999999999999999999999999999; 99999999999999999999999999999999999999",
        "DECIMAL(38,0); 100000000000000000000000000000000000000; misfit",
        "DECIMAL(38,38); 0.12345678901234567890123456789012345678;"
            + " 0.12345678901234567890123456789012345678",
        "DECIMAL(20,2); 123456789012345678.91; 123456789012345678.91",
        "DECIMAL(18,18); 0.123456789012345678; 0.123456789012345678",
        "DOUBLE; 0.1; 0.1",
        "DOUBLE; -12.50; -12.5",
        "DOUBLE; 1e308; 1.0E308",
        "DOUBLE; 1234567890123456789012; 1.2345678901234568E21",
        "DOUBLE; 2.2250738585072014E-308; 2.2250738585072014E-308",
        "DOUBLE; 4.9e-324; 4.9E-324",
        "DOUBLE; -0; -0.0",
        "DOUBLE; NaN; NaN",
        "DOUBLE; Infinity; Infinity",
        "DOUBLE; -inf; -Infinity",
        "DOUBLE; 1e309; misfit",
        "DOUBLE; 1e-400; misfit",
        "DOUBLE; 0e-400; 0.0",
        "DOUBLE; 1d; misfit",
        "DOUBLE; 0x1p3; misfit",
        "DOUBLE; .; misfit",
        "DOUBLE; 1e; misfit",
        "FLOAT; 0.1; 0.1",
        "FLOAT; 3.4028235e38; 3.4028235E38",
        "FLOAT; 3.5e38; misfit",
        "FLOAT; 1e-46; misfit",
        "FLOAT; nan; NaN",
        "STRING; 1.0; 1.0",
        "STRING; ação 😀; ação 😀",
        "VARCHAR(3); abc; abc",
        "VARCHAR(3); çãé; çãé",
        "VARCHAR(3); 😀😀😀; 😀😀😀",
        "VARCHAR(3); abcd; misfit",
        "CHAR(3); ab; ab",
        "CHAR(3); abcd; misfit",
        "BYTES; AQID; AQID",
        "BYTES; *; misfit",
        "VARBINARY(2); AQI=; AQI=",
        "VARBINARY(2); AQID; misfit",
        "BINARY(3); AQID; AQID",
        "DATE; 2024-02-29; 2024-02-29",
        "DATE; 2023-02-29; misfit",
        "DATE; 1900-02-29; misfit",
        "DATE; 2000-02-29; 2000-02-29",
        "DATE; 0001-01-01; 0001-01-01",
        "DATE; 9999-12-31; 9999-12-31",
        "DATE; 0000-01-01; misfit",
        "DATE; 2024-13-01; misfit",
        "DATE; 2024-1-1; misfit",
        "DATE; 2024-01-01 00:00:00; misfit",
        "DATE; 19000; misfit",
        "TIMESTAMP(6); 2026-01-01 10:00:00.123456; 2026-01-01T10:00:00.123456",
        "TIMESTAMP(6); 2026-01-01T10:00:00.123456; 2026-01-01T10:00:00.123456",
        "TIMESTAMP(3); 2026-01-01 10:00:00.123456; misfit",
        "TIMESTAMP(3); 2026-01-01 10:00:00.123000; 2026-01-01T10:00:00.123",
        "TIMESTAMP(0); 2026-01-01 10:00:00.5; misfit",
        "TIMESTAMP(6); 2026-01-01 10:00:00.1234567; misfit",
        "TIMESTAMP(6); 2026-01-01 10:00; 2026-01-01T10:00",
        "TIMESTAMP(6); 2026-01-01; 2026-01-01T00:00",
        "TIMESTAMP(6); 2026-01-01 24:00:00; misfit",
        "TIMESTAMP(6); 2026-01-01 10:60:00; misfit",
        "TIMESTAMP(6); 2026-01-01 10:00:60; misfit",
        "TIMESTAMP(6); 2026-01-01 10:00:00.; misfit",
        "TIMESTAMP(6); 2026-01-01 10:00:00x; misfit",
        "TIMESTAMP(6); 2026-01-01_10:00:00; misfit",
        "TIMESTAMP(6); 2026-01-01T10:00:00Z; misfit",
        "TIMESTAMP(6); 2026-01-01 10:00:00+01:00; misfit",
        "TIMESTAMP(6); 1700-03-01 00:00:00.000001; 1700-03-01T00:00:00.000001",
        "TIMESTAMP_LTZ(6); 2026-01-01 10:00:00.123456; 2026-01-01T10:00:00.123456Z",
        "TIMESTAMP_LTZ(6); 2026-01-01T10:00:00Z; 2026-01-01T10:00:00Z",
        "TIMESTAMP_LTZ(6); 2026-01-01T10:00:00.5+02:00; 2026-01-01T08:00:00.500Z",
        "TIMESTAMP_LTZ(6); 2026-01-01 10:00:00-0330; 2026-01-01T13:30:00Z",
        "TIMESTAMP_LTZ(6); 2026-01-01 10:00:00 +01; 2026-01-01T09:00:00Z",
        "TIMESTAMP_LTZ(6); 2026-01-01 10:00:00 UTC; 2026-01-01T10:00:00Z",
        "TIMESTAMP_LTZ(6); 2026-01-01 10:00:00+19:00; misfit",
        "TIMESTAMP_LTZ(6); 2026-01-01 10:00:00+1; misfit",
        "TIMESTAMP_LTZ(6); 2026-01-01 10:00:00 Europe/Lisbon; misfit",
        "TIMESTAMP_LTZ(3); 2026-01-01 10:00:00.1234; misfit",
        "TIMESTAMP_LTZ(6); 0001-01-01T00:00:00+01:00; misfit",
        "TIMESTAMP_LTZ(6); 9999-12-31T23:59:59-01:00; misfit",
        "TIMESTAMP_LTZ(6); 1767261600; misfit",
      })
  void takesWhatFitsAndNothingElse(String type, String text, String expected) {
    String columns = "c " + type;
    String csv =
        Decoding.decode(Decoding.csv(columns, CsvOptions.DEFAULT), columns, '"' + text + '"');
    String json = Decoding.decode(Decoding.json(columns), columns, "{\"c\":\"" + text + "\"}");

    assertThat(json).isEqualTo(csv);
    if (expected.equals("misfit")) {
      assertThat(csv).startsWith("misfit: column 'c': '" + text + "' ");
    } else {
      assertThat(csv).isEqualTo(expected);
    }
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = ';',
      value = {
        "Europe/Lisbon; 2026-07-01 10:00:00; 2026-07-01T09:00:00Z",
        "Europe/Lisbon; 2026-01-01 10:00:00; 2026-01-01T10:00:00Z",
        "Europe/Lisbon; 2026-07-01T10:00:00Z; 2026-07-01T10:00:00Z",
        // The clocks go forward on 29 March 2026 at 1:00 and back on 25 October at 2:00.
        "Europe/Lisbon; 2026-03-29 00:59:59; 2026-03-29T00:59:59Z",
        "Europe/Lisbon; 2026-03-29 01:30:00; misfit",
        "Europe/Lisbon; 2026-03-29 02:00:00; 2026-03-29T01:00:00Z",
        "Europe/Lisbon; 2026-10-25 01:30:00; 2026-10-25T00:30:00Z",
        "Europe/Lisbon; 2026-10-25 02:00:00; 2026-10-25T02:00:00Z",
        "America/Sao_Paulo; 2018-11-04 00:30:00; misfit",
        "America/Sao_Paulo; 2018-11-04 01:00:00; 2018-11-04T03:00:00Z",
        "Asia/Kathmandu; 2026-01-01 00:00:00; 2025-12-31T18:15:00Z",
        "+05:00; 2026-01-01 00:00:00; 2025-12-31T19:00:00Z",
      })
  void aTimeWithoutZoneIsInThePipelinesZone(String zone, String text, String expected) {
    String columns = "c TIMESTAMP_LTZ(6)";
    RecordDecoder decoder = Decoding.csv(columns, CsvOptions.DEFAULT, zone);
    for (String other : new String[] {"2026-03-28 12:00:00", "2026-10-25 12:00:00", text}) {
      // Whatever day was seen before, the answer is the same.
      Decoding.decode(decoder, columns, other);
      String decoded = Decoding.decode(decoder, columns, text);
      if (expected.equals("misfit")) {
        assertThat(decoded).startsWith("misfit").contains("does not exist in " + zone);
      } else {
        assertThat(decoded).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DECIMAL(3, 1)",
        "INT",
        "DOUBLE",
        "DATE",
        "TIMESTAMP(3)",
        "TIMESTAMP_LTZ(3)",
        "BOOLEAN"
      })
  void anEmptyTextIsNoValueOfOtherTypesThanStrings(String type) {
    String columns = "c " + type;
    assertThat(Decoding.decode(Decoding.json(columns), columns, "{\"c\":\"\"}"))
        .startsWith("misfit");
    assertThat(Decoding.decode(Decoding.csv(columns, CsvOptions.DEFAULT), columns, "\"\""))
        .startsWith("misfit");
  }

  @ParameterizedTest
  @CsvSource({"INT,7", "'DECIMAL(3, 1)',7.0", "DOUBLE,7.0", "BOOLEAN,true", "DATE,2026-01-01"})
  void whiteSpaceAroundAnythingButStringsIsIgnored(String type, String expected) {
    String columns = "c " + type;
    byte[] record = ("  " + expected + "\t").getBytes(StandardCharsets.UTF_8);
    assertThat(Decoding.decode(Decoding.csv(columns, CsvOptions.DEFAULT), columns, record, null))
        .isEqualTo(expected);
  }
}
