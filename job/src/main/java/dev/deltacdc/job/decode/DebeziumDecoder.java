/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Debezium's change events in JSON to rows that are only added, each an event with its {@code op}:
 * the row after a create, read or update, the row before a delete.
 *
 * <p>An update that changes the primary key gives two rows: the row before with op {@code d}, then
 * the row after. A delete without {@code before} gives a row of just the key, if the Kafka key is
 * the JSON object of it. A row before may lack any column but the key, whatever is declared NOT
 * NULL: databases log no more unless they are told to.
 *
 * <p>A truncate of the table gives a row without any value but its metadata, if {@code op} is among
 * that: nothing else tells it from a row.
 */
final class DebeziumDecoder implements RecordDecoder {

  private static final String DELETE = "d";
  private static final String TRUNCATE = "t";

  private final List<DebeziumMetadata> metadata;
  private final int columns;
  private final int[] keyColumns;
  private final JsonInput input;
  private final JsonRow keys;
  private final DebeziumSource sources;
  private final DebeziumEvent event;
  private final JsonInput.Reading<DebeziumEvent> reading;
  private final JsonInput.Reading<GenericRowData> rowBefore;

  DebeziumDecoder(
      RowType rowType, List<String> primaryKey, List<DebeziumMetadata> metadata, ZoneId zone) {
    this.metadata = metadata;
    this.columns = rowType.getFieldCount();
    this.keyColumns = primaryKey.stream().mapToInt(rowType::getFieldIndex).toArray();
    JsonRecord record = new JsonRecord();
    this.input = new JsonInput(record);
    JsonValues values = new JsonValues(record, zone);
    int spare = metadata.size() + 1;
    this.keys =
        values.row(
            new RowType(primaryKey.stream().map(name -> field(rowType, name, false)).toList()), 0);
    this.rowBefore =
        values.row(
                new RowType(
                    rowType.getFieldNames().stream()
                        .map(name -> field(rowType, name, !primaryKey.contains(name)))
                        .toList()),
                spare)
            ::decode;
    this.sources = new DebeziumSource(values, metadata);
    this.event = new DebeziumEvent(values.row(rowType, spare), keys, sources, values);
    this.reading = event::read;
  }

  private static RowType.RowField field(RowType rowType, String name, boolean nullable) {
    return new RowType.RowField(
        name, rowType.getTypeAt(rowType.getFieldIndex(name)).copy(nullable));
  }

  @Override
  public void decode(EncodedRecord record, Consumer<GenericRowData> rows) throws DecodeException {
    input.read(record.bytes(), reading);
    String op = op();
    if (op.equals(DELETE)) {
      rows.accept(finished(event.beforeKey() != null ? before(record) : deleted(record), DELETE));
      return;
    }
    if (op.equals(TRUNCATE)) {
      rows.accept(finished(nothing(), TRUNCATE));
      return;
    }
    GenericRowData after = event.after();
    if (after == null) {
      throw DecodeException.unparsable("an event with op '" + op + "' has no 'after'");
    }
    boolean rekeyed = op.equals("u") && event.beforeKey() != null && !isKeyOf(after);
    GenericRowData old = rekeyed ? finished(before(record), DELETE) : null;
    finished(after, op);
    if (old != null) {
      rows.accept(old);
    }
    rows.accept(after);
  }

  private String op() throws DecodeException {
    String op = event.op();
    if (op == null) {
      throw DecodeException.unparsable(
          event.isEvent()
              ? "a Debezium event has no 'op'"
              : "is no Debezium event; what ExtractNewRecordState makes of one is read with the"
                  + " json format");
    }
    return switch (op) {
      case "c", "r", "u", DELETE -> op;
      case TRUNCATE -> {
        if (!metadata.contains(DebeziumMetadata.OP)) {
          throw DecodeException.unparsable(
              "op 't' (a truncate of the table) is read only where a column has the metadata 'op',"
                  + " for APPLY AS TRUNCATE WHEN");
        }
        yield op;
      }
      case "m" ->
          throw DecodeException.unparsable("op 'm' (a message in the log) is no change of a row");
      default ->
          throw DecodeException.unparsable(
              "op '" + shortened(op) + "' is not one of c, r, u, d, t");
    };
  }

  private static String shortened(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return DecodeException.shortened(bytes, 0, bytes.length);
  }

  private boolean isKeyOf(GenericRowData after) {
    for (int i = 0; i < keyColumns.length; i++) {
      if (!Objects.deepEquals(after.getField(keyColumns[i]), event.beforeKey().getField(i))) {
        return false;
      }
    }
    return true;
  }

  private GenericRowData before(EncodedRecord record) throws DecodeException {
    try {
      return input.read(record.bytes(), event.beforeFrom(), event.beforeTo(), rowBefore);
    } catch (DecodeException e) {
      throw e.within("before");
    }
  }

  /** A deleted row of which only the Kafka key tells. */
  private GenericRowData deleted(EncodedRecord record) throws DecodeException {
    GenericRowData row = nothing();
    if (keyColumns.length > 0) {
      GenericRowData key = kafkaKey(record.key());
      for (int i = 0; i < keyColumns.length; i++) {
        row.setField(keyColumns[i], key.getField(i));
      }
    }
    return row;
  }

  /** A row in which each column is NULL. */
  private GenericRowData nothing() {
    return new GenericRowData(columns + metadata.size() + 1);
  }

  private GenericRowData kafkaKey(@Nullable byte[] key) throws DecodeException {
    String why = "there is no Kafka key";
    if (key != null) {
      try {
        GenericRowData wrapped = input.read(key, this::payloadKey);
        return wrapped != null ? wrapped : input.read(key, keys::decode);
      } catch (DecodeException e) {
        why = "the Kafka key does not tell the primary key: " + e.getMessage();
      }
    }
    throw DecodeException.unparsable(
        "a delete has no 'before', and "
            + why
            + ". Let the database log old rows (for Postgres: ALTER TABLE … REPLICA IDENTITY FULL)");
  }

  /** The key in {@code {"schema": …, "payload": {…}}}; {@code null} if the object is no wrapper. */
  @Nullable
  private GenericRowData payloadKey(JsonParser parser) throws IOException, DecodeException {
    GenericRowData key = null;
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      if (parser.nextToken() == JsonToken.START_OBJECT && name.equals("payload")) {
        key = keys.decode(parser);
      } else {
        parser.skipChildren();
      }
    }
    return key;
  }

  /** The row with the event's metadata. */
  private GenericRowData finished(GenericRowData row, String op) throws DecodeException {
    for (int i = 0; i < metadata.size(); i++) {
      row.setField(columns + i, value(metadata.get(i), op));
    }
    return row;
  }

  @Nullable
  private Object value(DebeziumMetadata column, String op) throws DecodeException {
    return switch (column) {
      case OP -> StringData.fromString(op);
      case INGESTION_TIMESTAMP -> event.ingested();
      default -> sources.value(column, event.source());
    };
  }
}
