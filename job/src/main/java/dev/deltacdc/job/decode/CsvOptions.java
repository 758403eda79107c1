/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import java.io.Serializable;
import javax.annotation.Nullable;

/**
 * How CSV is written.
 *
 * @param header whether each file starts with the columns' names
 * @param delimiter between fields, an ASCII character
 * @param quote around fields, an ASCII character; {@code null}: none
 * @param escape before a character that stands for itself, save 0, n, r and t, which stand for NUL,
 *     line feed, carriage return and tab; an ASCII character; {@code null}: none
 * @param nullLiteral what an unquoted field says to be NULL, beside nothing; {@code null}: nothing
 *     else
 * @param comments whether lines that start with # are skipped
 */
public record CsvOptions(
    boolean header,
    char delimiter,
    @Nullable Character quote,
    @Nullable Character escape,
    @Nullable String nullLiteral,
    boolean comments)
    implements Serializable {

  /** Commas, double quotes, no header. */
  public static final CsvOptions DEFAULT = new CsvOptions(false, ',', '"', null, null, false);

  /** The same with or without a header. */
  public CsvOptions withHeader(boolean header) {
    return new CsvOptions(header, delimiter, quote, escape, nullLiteral, comments);
  }
}
