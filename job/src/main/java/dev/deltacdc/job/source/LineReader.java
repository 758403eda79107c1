/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The lines of a stream of bytes, ended by LF or CRLF, the last one also by the end. Memory is
 * bounded: of a line that is longer than allowed only the beginning is kept.
 */
final class LineReader implements Closeable {

  /** What is kept of a line that is too long. */
  static final int KEPT = 4096;

  private static final int CHUNK = 64 * 1024;
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final InputStream in;
  private final int maxLength;
  private byte[] buffer;
  private int start;
  private int end;
  private boolean ended;

  private long offset;
  private int lineFrom;
  private int lineTo;
  private long size;

  /**
   * @param in stands at {@code offset}, the beginning of a line
   * @param maxLength the longest line, in bytes, that is kept whole
   */
  LineReader(InputStream in, long offset, int maxLength) {
    this.in = in;
    this.offset = offset;
    this.maxLength = Math.max(maxLength, 1);
    this.buffer = new byte[CHUNK];
  }

  /** Goes to the next line; {@code false} at the end. */
  boolean next() throws IOException {
    if (start == end && !fill()) {
      return false;
    }
    if (offset == 0) {
      skipByteOrderMark();
      if (start == end) {
        return next();
      }
    }
    int scanned = start;
    while (true) {
      int newline = find(scanned);
      if (newline >= 0) {
        finish(newline, newline + 1);
        return true;
      }
      if (end - start > maxLength + 1L) {
        skipRest();
        return true;
      }
      int known = end - start;
      if (!fill()) {
        finish(end, end);
        return true;
      }
      scanned = start + known;
    }
  }

  /** A copy of the line's bytes, or of its beginning if it is too long. */
  byte[] line() {
    return Arrays.copyOfRange(buffer, lineFrom, lineTo);
  }

  /** The line's size in bytes, more than those of {@link #line()} if it is too long. */
  long size() {
    return size;
  }

  /** Whether the line holds nothing but white space. */
  boolean isBlank() {
    for (int i = lineFrom; i < lineTo; i++) {
      if (buffer[i] != ' ' && buffer[i] != '\t') {
        return false;
      }
    }
    return true;
  }

  /** Whether the line's first byte is the character. */
  boolean startsWith(char first) {
    return lineTo > lineFrom && buffer[lineFrom] == first;
  }

  /** Where the next line starts, in bytes of the (decompressed) stream. */
  long offset() {
    return offset;
  }

  /** The bytes of memory in use. */
  int bufferSize() {
    return buffer.length;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private void finish(int lineEnd, int next) {
    lineFrom = start;
    lineTo =
        lineEnd > start && next > lineEnd && buffer[lineEnd - 1] == '\r' ? lineEnd - 1 : lineEnd;
    size = (long) lineTo - lineFrom;
    if (size > maxLength) {
      lineTo = lineFrom + Math.min(KEPT, maxLength);
    }
    offset += next - start;
    start = next;
  }

  /** Keeps the beginning of a line that is too long and reads over the rest of it. */
  private void skipRest() throws IOException {
    byte[] kept = Arrays.copyOfRange(buffer, start, start + Math.min(KEPT, maxLength));
    long length = (long) end - start;
    boolean carriageReturn = buffer[end - 1] == '\r';
    start = end;
    int newline = -1;
    while (newline < 0 && fill()) {
      newline = find(start);
      int stop = newline < 0 ? end : newline;
      if (stop > start) {
        carriageReturn = buffer[stop - 1] == '\r';
      }
      length += stop - start;
      start = stop;
    }
    offset += length;
    if (newline >= 0) {
      start = newline + 1;
      offset++;
      length -= carriageReturn ? 1 : 0;
    }
    size = length;
    // The rest of the buffer moves behind the kept beginning, which takes the place of the line.
    byte[] rest = Arrays.copyOfRange(buffer, start, end);
    buffer = new byte[Math.max(CHUNK, kept.length + rest.length)];
    System.arraycopy(kept, 0, buffer, 0, kept.length);
    System.arraycopy(rest, 0, buffer, kept.length, rest.length);
    lineFrom = 0;
    lineTo = kept.length;
    start = kept.length;
    end = kept.length + rest.length;
  }

  private int find(int from) {
    for (int i = from; i < end; i++) {
      if (buffer[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  private void skipByteOrderMark() throws IOException {
    while (end - start < BYTE_ORDER_MARK.length && fill()) {
      // A stream may give fewer bytes than asked for.
    }
    if (end - start >= BYTE_ORDER_MARK.length
        && Arrays.equals(
            buffer,
            start,
            start + BYTE_ORDER_MARK.length,
            BYTE_ORDER_MARK,
            0,
            BYTE_ORDER_MARK.length)) {
      start += BYTE_ORDER_MARK.length;
      offset += BYTE_ORDER_MARK.length;
    }
  }

  /** Reads more behind what is there; {@code false} at the end of the stream. */
  private boolean fill() throws IOException {
    if (ended) {
      return false;
    }
    if (start > 0) {
      System.arraycopy(buffer, start, buffer, 0, end - start);
      end -= start;
      start = 0;
    }
    if (end == buffer.length) {
      buffer = Arrays.copyOf(buffer, (int) Math.min(buffer.length * 2L, Integer.MAX_VALUE - 16));
    }
    int read = in.read(buffer, end, buffer.length - end);
    if (read < 0) {
      ended = true;
      return false;
    }
    end += read;
    return true;
  }
}
