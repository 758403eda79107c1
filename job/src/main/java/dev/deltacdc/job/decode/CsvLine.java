/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.annotation.Nullable;

/**
 * The fields of one CSV line, as slices of its bytes. Not thread-safe.
 *
 * <p>A record is a line: a quoted field cannot span lines, so that an odd quote spoils one record
 * and not the rest of the file. A quote inside an unquoted field stands for itself; after a closing
 * quote only a delimiter or the end may follow.
 *
 * <p>It is our own because a field's quotes must be known (an unquoted empty field is NULL, a
 * quoted one is not), because a line without quotes needs no copy, and because it takes a tenth of
 * the time of Jackson's reader; a test compares the two on random lines.
 */
final class CsvLine {

  private final byte delimiter;
  private final boolean quotes;
  private final byte quote;
  private final boolean escapes;
  private final byte escape;

  private byte[] line = new byte[0];
  private final TextBuffer unquoted = new TextBuffer();
  private int count;
  private int[] from = new int[16];
  private int[] to = new int[16];

  /** Whether the field was quoted or escaped: its bytes are then in {@link #unquoted}. */
  private boolean[] copied = new boolean[16];

  private boolean[] quoted = new boolean[16];

  CsvLine(CsvOptions options) {
    delimiter = (byte) options.delimiter();
    quotes = options.quote() != null;
    quote = quotes ? (byte) (char) options.quote() : 0;
    // As a quote inside quotes is written twice anyway, a quote as escape character adds nothing.
    escapes = options.escape() != null && !options.escape().equals(options.quote());
    escape = escapes ? (byte) (char) options.escape() : 0;
  }

  /** Splits a line; the fields are valid until the next call. */
  void split(byte[] line) throws DecodeException {
    this.line = line;
    unquoted.clear();
    count = 0;
    int at = 0;
    do {
      if (count == from.length) {
        grow();
      }
      boolean isQuoted = quotes && at < line.length && line[at] == quote;
      quoted[count] = isQuoted;
      at = isQuoted ? quotedField(at + 1) : plainField(at);
      count++;
      // Now at the delimiter or the end; a delimiter at the end starts one more, empty field.
    } while (at++ < line.length);
  }

  int size() {
    return count;
  }

  byte[] bytes(int field) {
    return copied[field] ? unquoted.bytes() : line;
  }

  int from(int field) {
    return from[field];
  }

  int to(int field) {
    return to[field];
  }

  /** Whether the field stands for no value: unquoted, and empty or the NULL literal. */
  boolean isNull(int field, @Nullable byte[] nullLiteral) {
    if (quoted[field]) {
      return false;
    }
    return from[field] == to[field]
        || (nullLiteral != null
            && Arrays.equals(
                bytes(field), from[field], to[field], nullLiteral, 0, nullLiteral.length));
  }

  List<String> strings() {
    List<String> strings = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      strings.add(new String(bytes(i), from[i], to[i] - from[i], StandardCharsets.UTF_8));
    }
    return strings;
  }

  private int plainField(int start) throws DecodeException {
    int at = start;
    while (at < line.length && line[at] != delimiter) {
      if (escapes && line[at] == escape) {
        return escapedField(start);
      }
      at++;
    }
    copied[count] = false;
    from[count] = start;
    to[count] = at;
    return at;
  }

  private int escapedField(int start) throws DecodeException {
    copied[count] = true;
    from[count] = unquoted.length();
    int at = start;
    while (at < line.length && line[at] != delimiter) {
      at = escapes && line[at] == escape ? escaped(at) : at;
      unquoted.append(line[at++]);
    }
    to[count] = unquoted.length();
    return at;
  }

  private int quotedField(int start) throws DecodeException {
    int at = start;
    while (at < line.length && line[at] != quote && !(escapes && line[at] == escape)) {
      at++;
    }
    if (at < line.length && line[at] == quote && isEnd(at + 1)) {
      copied[count] = false;
      from[count] = start;
      to[count] = at;
      return at + 1;
    }
    copied[count] = true;
    from[count] = unquoted.length();
    at = start;
    while (true) {
      if (at >= line.length) {
        throw DecodeException.unparsable(
            "the quote that opens field " + (count + 1) + " is not closed on its line");
      }
      byte b = line[at];
      if (escapes && b == escape) {
        at = escaped(at);
        unquoted.append(line[at++]);
      } else if (b != quote) {
        unquoted.append(b);
        at++;
      } else if (at + 1 < line.length && line[at + 1] == quote) {
        unquoted.append(quote);
        at += 2;
      } else if (isEnd(at + 1)) {
        to[count] = unquoted.length();
        return at + 1;
      } else {
        throw DecodeException.unparsable("text follows the closing quote of field " + (count + 1));
      }
    }
  }

  private boolean isEnd(int at) {
    return at == line.length || line[at] == delimiter;
  }

  private int escaped(int at) throws DecodeException {
    if (at + 1 >= line.length) {
      throw DecodeException.unparsable("the escape character at the end escapes nothing");
    }
    return at + 1;
  }

  private void grow() {
    int size = count * 2;
    from = Arrays.copyOf(from, size);
    to = Arrays.copyOf(to, size);
    copied = Arrays.copyOf(copied, size);
    quoted = Arrays.copyOf(quoted, size);
  }
}
