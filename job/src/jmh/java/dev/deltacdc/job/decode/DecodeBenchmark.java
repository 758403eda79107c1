/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import dev.deltacdc.bench.common.upserts.EventLines;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeParser;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** Records of 160 bytes become rows of seven columns. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DecodeBenchmark {

  private static final int RECORDS = 10_000;

  private static final RowType COLUMNS =
      (RowType)
          LogicalTypeParser.parse(
              "ROW<id STRING, name STRING, stock INT, price DOUBLE, op STRING, seq BIGINT,"
                  + " updated_at TIMESTAMP_LTZ(6)>",
              DecodeBenchmark.class.getClassLoader());

  private final List<EncodedRecord> json = new ArrayList<>();
  private final List<EncodedRecord> csv = new ArrayList<>();
  private final RecordDecoder jsonDecoder = decoder(RecordFormat.Kind.JSON);
  private final RecordDecoder csvDecoder = decoder(RecordFormat.Kind.CSV);

  private static RecordDecoder decoder(RecordFormat.Kind kind) {
    return RecordFormat.of(kind, CsvOptions.DEFAULT, COLUMNS).decoder(ZoneOffset.UTC);
  }

  /** The CSV has the JSON's values. */
  @Setup
  public void setUp() {
    EventLines lines = new EventLines(RECORDS / 2);
    for (int i = 0; i < RECORDS; i++) {
      String line = new String(lines.next(), StandardCharsets.US_ASCII).strip();
      json.add(EncodedRecord.of(line.getBytes(StandardCharsets.US_ASCII)));
      String values =
          List.of(line.substring(1, line.length() - 1).split(",", -1)).stream()
              .map(field -> field.substring(field.indexOf(':') + 1).replace("\"", ""))
              .collect(Collectors.joining(","));
      csv.add(EncodedRecord.of(values.getBytes(StandardCharsets.US_ASCII)));
    }
  }

  /** JSON. */
  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public void json(Blackhole end) throws DecodeException {
    for (EncodedRecord record : json) {
      jsonDecoder.decode(record, end::consume);
    }
  }

  /** CSV. */
  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public void csv(Blackhole end) throws DecodeException {
    for (EncodedRecord record : csv) {
      csvDecoder.decode(record, end::consume);
    }
  }
}
