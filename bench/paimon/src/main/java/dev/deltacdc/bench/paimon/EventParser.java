/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.paimon;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import javax.annotation.Nullable;
import org.apache.paimon.data.BinaryString;
import org.apache.paimon.data.GenericRow;
import org.apache.paimon.data.Timestamp;

/** The rows of a file of events, by Jackson's streaming parser. */
final class EventParser implements AutoCloseable {

  private static final JsonFactory JSON = new JsonFactory();

  private final JsonParser parser;

  EventParser(Path file) throws IOException {
    this.parser = JSON.createParser(file.toFile());
  }

  /** The next row; null at the end. */
  @Nullable
  GenericRow next() throws IOException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      return null;
    }
    GenericRow row = new GenericRow(ProductTable.COLUMNS);
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      switch (name) {
        case "id" -> row.setField(0, BinaryString.fromString(parser.getText()));
        case "name" -> row.setField(1, BinaryString.fromString(parser.getText()));
        case "stock" -> row.setField(2, parser.getIntValue());
        case "price" -> row.setField(3, parser.getDoubleValue());
        case "seq" -> row.setField(ProductTable.SEQUENCE, parser.getLongValue());
        case "updated_at" ->
            row.setField(5, Timestamp.fromInstant(Instant.parse(parser.getText())));
        default -> parser.skipChildren();
      }
    }
    return row;
  }

  @Override
  public void close() throws IOException {
    parser.close();
  }
}
