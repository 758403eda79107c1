/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TimeZone;
import org.apache.flink.table.data.GenericRowData;
import org.junit.jupiter.api.Test;

/** Random records: each gives a row or a reason, nothing else. */
class DecodeFuzzTest {

  private static final String COLUMNS =
      "a INT, b STRING, c DECIMAL(10, 2), d TIMESTAMP_LTZ(6), e DOUBLE, f BOOLEAN";
  private static final String NESTED =
      COLUMNS + ", g ARRAY<ROW<x INT, y MAP<STRING, DATE>>>, h BYTES";
  private static final String JSON =
      "{\"a\": 1, \"b\": \"ação 😀\", \"c\": 12.5, \"d\": \"2026-01-01T10:00:00.5Z\", \"e\": 1e-7,"
          + " \"f\": true, \"g\": [{\"x\": 2, \"y\": {\"k\": \"2026-01-01\"}}], \"h\": \"AQID\"}";
  private static final String CSV = "1,\"ação, 😀\",12.5,2026-01-01 10:00:00.5,1e-7,true";

  @Test
  void mutatedRecordsNeverThrowAnythingElse() throws Exception {
    Random random = new Random(20260101);
    RecordDecoder json = Decoding.json(NESTED);
    RecordDecoder csv = Decoding.csv(COLUMNS, CsvOptions.DEFAULT);
    int rows = 0;
    int rejected = 0;
    for (int i = 0; i < 100_000; i++) {
      boolean asJson = random.nextBoolean();
      byte[] record = mutate((asJson ? JSON : CSV).getBytes(UTF_8), random);
      try {
        List<GenericRowData> decoded = new ArrayList<>();
        (asJson ? json : csv).decode(EncodedRecord.of(record), decoded::add);
        assertThat(decoded).hasSize(1);
        rows++;
      } catch (DecodeException e) {
        assertThat(e.getMessage()).isNotBlank();
        rejected++;
      }
    }
    assertThat(rows).isGreaterThan(10_000);
    assertThat(rejected).isGreaterThan(10_000);
  }

  @Test
  void mutatedEventsOfDebeziumNeverThrowAnythingElse() throws Exception {
    Random random = new Random(31);
    Debezium debezium =
        Debezium.events(
            Debezium.COLUMNS,
            List.of("id"),
            "op",
            "source.timestamp",
            "source.properties",
            "ingestion-timestamp");
    String event =
        "{\"before\":{\"id\":1},\"after\":{\"id\":2,\"valor\":\"é\",\"preco\":\"1.5\"},\"source\":"
            + "{\"ts_ms\":17,\"lsn\":2},\"op\":\"u\",\"ts_ms\":18}";
    byte[] deleted = "{\"before\":null,\"op\":\"d\"}".getBytes(UTF_8);
    int rows = 0;
    int rejected = 0;
    for (int i = 0; i < 60_000; i++) {
      byte[] value =
          mutate((random.nextBoolean() ? event : Debezium.wrapped(event)).getBytes(UTF_8), random);
      byte[] key = mutate("{\"payload\":{\"id\":3}}".getBytes(UTF_8), random);
      boolean delete = random.nextInt(4) == 0;
      List<GenericRowData> decoded = new ArrayList<>();
      try {
        debezium
            .decoder()
            .decode(new EncodedRecord(delete ? deleted : value, null, key), decoded::add);
        assertThat(decoded).hasSizeBetween(1, 2);
        assertThat(decoded).allSatisfy(row -> assertThat(row.isNullAt(0)).isFalse());
        rows++;
      } catch (DecodeException e) {
        assertThat(e.getMessage()).isNotBlank();
        assertThat(decoded).as("all rows or none").isEmpty();
        rejected++;
      }
    }
    assertThat(rows).isGreaterThan(10_000);
    assertThat(rejected).isGreaterThan(10_000);
  }

  /** What is UTF-8 comes back as it is; nothing else is taken for text. */
  @Test
  void rawGivesBackWhatItGot() throws Exception {
    Random random = new Random(5);
    RecordDecoder text = Decoding.raw("c STRING");
    RecordDecoder bytes = Decoding.raw("c BYTES");
    int taken = 0;
    for (int i = 0; i < 50_000; i++) {
      byte[] record = mutate("ação 😀 ñ".getBytes(UTF_8), random);
      List<GenericRowData> rows = new ArrayList<>();
      bytes.decode(EncodedRecord.of(record), rows::add);
      assertThat(rows.get(0).getBinary(0)).isEqualTo(record);
      boolean isUtf8 = Arrays.equals(new String(record, UTF_8).getBytes(UTF_8), record);
      try {
        text.decode(EncodedRecord.of(record), rows::add);
        assertThat(isUtf8).isTrue();
        assertThat(rows.get(1).getString(0).toBytes()).isEqualTo(record);
        taken++;
      } catch (DecodeException e) {
        assertThat(isUtf8).isFalse();
      }
    }
    assertThat(taken).isBetween(10_000, 49_000);
  }

  @Test
  void randomBytesNeverThrowAnythingElse() {
    Random random = new Random(7);
    RecordDecoder json = Decoding.json(NESTED);
    RecordDecoder debezium = Debezium.events().decoder();
    RecordDecoder csv = Decoding.csv(COLUMNS, new CsvOptions(false, ';', '\'', '\\', "N", true));
    for (int i = 0; i < 50_000; i++) {
      byte[] record = new byte[random.nextInt(40)];
      random.nextBytes(record);
      assertThat(Decoding.decode(json, NESTED, record, null)).startsWith("unparsable: ");
      assertThat(Decoding.decode(csv, COLUMNS, record, null)).isNotEmpty();
      assertThat(Decoding.decode(debezium, Debezium.COLUMNS, record, null))
          .startsWith("unparsable: ");
    }
  }

  /** The test's own writer, which quotes only what it must and at random more, is the model. */
  @Test
  void fieldsComeBackAsTheyWereWritten() throws Exception {
    Random random = new Random(11);
    CsvFields csv = new CsvFields(new CsvOptions(false, ',', '"', null, "ab", false));
    String alphabet = "ab ,\"\n\ré😀";
    for (int i = 0; i < 50_000; i++) {
      List<String> fields = new ArrayList<>();
      List<String> written = new ArrayList<>();
      for (int n = random.nextInt(4); n >= 0; n--) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(5); length > 0; length--) {
          int from = alphabet.offsetByCodePoints(0, random.nextInt(9));
          text.appendCodePoint(alphabet.codePointAt(from));
        }
        boolean isNull = random.nextInt(8) == 0;
        fields.add(isNull ? null : text.toString());
        written.add(isNull ? (random.nextBoolean() ? "" : "ab") : written(text.toString(), random));
      }
      String record = String.join(",", written);
      assertThat(csv.split(record.getBytes(UTF_8))).as(record).isEqualTo(fields);
    }
  }

  private static String written(String field, Random random) {
    boolean quoted = field.isEmpty() || field.equals("ab") || field.matches("(?s)\".*|.*[,\r\n].*");
    return quoted || random.nextBoolean() ? '"' + field.replace("\"", "\"\"") + '"' : field;
  }

  @Test
  void theJvmsTimeZoneShiftsNothing() {
    TimeZone before = TimeZone.getDefault();
    String columns = "a TIMESTAMP_LTZ(6), b TIMESTAMP(6), c DATE, d TIMESTAMP_LTZ(6)";
    String record = "2026-07-01 10:00:00,2026-07-01 10:00:00,2026-07-01,2026-07-01T10:00:00Z";
    try {
      for (String zone : List.of("UTC", "America/Los_Angeles", "Asia/Kathmandu")) {
        TimeZone.setDefault(TimeZone.getTimeZone(ZoneId.of(zone)));
        assertThat(
                Decoding.decode(
                    Decoding.csv(columns, CsvOptions.DEFAULT, "Europe/Lisbon"), columns, record))
            .isEqualTo(
                "2026-07-01T09:00:00Z | 2026-07-01T10:00 | 2026-07-01 | 2026-07-01T10:00:00Z");
      }
    } finally {
      TimeZone.setDefault(before);
    }
  }

  private static byte[] mutate(byte[] record, Random random) {
    byte[] mutated = record.clone();
    for (int n = random.nextInt(3); n > 0; n--) {
      int at = random.nextInt(mutated.length);
      switch (random.nextInt(3)) {
        case 0 -> mutated[at] = (byte) random.nextInt(256);
        case 1 -> mutated[at] = mutated[random.nextInt(mutated.length)];
        default -> mutated = Arrays.copyOf(mutated, at + 1);
      }
    }
    return mutated;
  }
}
