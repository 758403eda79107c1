/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.RowType;

/** Decoders of Debezium's events for tests. */
final class Debezium {

  static final String COLUMNS = "id INT NOT NULL, valor STRING NOT NULL, preco DECIMAL(10, 2)";

  private final RowType rowType;
  private final RecordDecoder decoder;

  private Debezium(RowType rowType, RecordDecoder decoder) {
    this.rowType = rowType;
    this.decoder = decoder;
  }

  /** With {@code id} as the key and the operation as the last column. */
  static Debezium events() {
    return events(COLUMNS, List.of("id"), "op");
  }

  /** With the values of metadata behind the columns. */
  static Debezium events(String columns, List<String> primaryKey, String... metadata) {
    RowType rowType = Decoding.row(columns);
    RecordDecoder decoder =
        new RecordFormat(
                RecordFormat.Kind.DEBEZIUM_JSON,
                CsvOptions.DEFAULT,
                rowType,
                primaryKey,
                List.of(metadata))
            .decoder(ZoneOffset.UTC);
    List<RowType.RowField> fields = new ArrayList<>(rowType.getFields());
    for (String key : metadata) {
      fields.add(new RowType.RowField("m_" + key, DebeziumMetadata.of(key).orElseThrow().type()));
    }
    return new Debezium(new RowType(fields), decoder);
  }

  RecordDecoder decoder() {
    return decoder;
  }

  String decode(String event) {
    return decode(event, null);
  }

  String decode(String event, @Nullable String key) {
    return Decoding.decode(
        decoder,
        rowType,
        new EncodedRecord(event.getBytes(UTF_8), null, key == null ? null : key.getBytes(UTF_8)));
  }

  /** The event as Debezium writes it with schemas. */
  static String wrapped(String event) {
    return "{\"schema\":{\"type\":\"struct\",\"fields\":[{\"field\":\"op\"}],\"name\":\"x\"},"
        + "\"payload\":"
        + event
        + "}";
  }
}
