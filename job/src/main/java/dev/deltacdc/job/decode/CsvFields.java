/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;

/**
 * The fields of a CSV record, as Jackson splits it. Not thread-safe.
 *
 * <p>A quote inside an unquoted field stands for itself; after a closing quote only white space may
 * stand before the delimiter, and is ignored. Files are cut into lines before, so that an odd quote
 * spoils one record and not the rest of the file; a record of Kafka may hold quoted line breaks.
 */
final class CsvFields {

  private static final CsvFactory FACTORY =
      CsvFactory.builder()
          // The size of a record is limited where it is read.
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();

  private final CsvSchema schema;
  @Nullable private final Character quote;
  @Nullable private final String nullLiteral;
  private final Utf8 utf8 = new Utf8();

  CsvFields(CsvOptions options) {
    quote = options.quote();
    nullLiteral = options.nullLiteral();
    CsvSchema.Builder builder = CsvSchema.builder().setColumnSeparator(options.delimiter());
    if (quote == null) {
      builder.disableQuoteChar();
    } else {
      builder.setQuoteChar(quote);
    }
    // As a quote inside quotes is written twice anyway, a quote as escape character adds nothing.
    if (options.escape() != null && !options.escape().equals(quote)) {
      builder.setEscapeChar(options.escape());
    }
    schema = builder.build();
  }

  /**
   * Splits a record.
   *
   * @return the fields' text; {@code null} for a field without a value: unquoted, and empty or the
   *     NULL literal
   * @throws DecodeException if the record is not UTF-8 or not one line of CSV
   */
  List<String> split(byte[] record) throws DecodeException {
    utf8.check(record);
    String text = new String(record, StandardCharsets.UTF_8);
    List<String> fields = new ArrayList<>();
    try (CsvParser parser = FACTORY.createParser(text)) {
      parser.setSchema(schema);
      if (parser.nextToken() == null) {
        fields.add(null);
        return fields;
      }
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        String field = parser.getText();
        boolean empty = field.isEmpty() || field.equals(nullLiteral);
        fields.add(empty && !isQuoted(parser, text) ? null : field);
      }
      if (parser.nextToken() != null) {
        throw DecodeException.unparsable("a line break outside quotes ends the record early");
      }
    } catch (JsonProcessingException e) {
      throw DecodeException.unparsable(
          "is not CSV at field "
              + (fields.size() + 1)
              + ": "
              + e.getOriginalMessage()
              + (e.getOriginalMessage().contains("closing quote")
                  ? " (a record is one line)"
                  : ""));
    } catch (IOException e) {
      throw DecodeException.unparsable("is not CSV: " + e.getMessage());
    }
    return fields;
  }

  /**
   * Whether the current field starts with a quote. Jackson's EMPTY_UNQUOTED_STRING_AS_NULL does not
   * do: it does not know the NULL literal, and takes the last field of {@code "a",} for quoted.
   */
  private boolean isQuoted(CsvParser parser, String text) {
    long at = parser.currentTokenLocation().getCharOffset();
    return quote != null && at < text.length() && text.charAt((int) at) == quote;
  }
}
