/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import java.nio.charset.StandardCharsets;

/**
 * A record cannot become a row. The message is for the user: which column, which value (up to 60
 * bytes of it), why. It is for the quarantine table and the summary, never for logs. It has no
 * stack trace: a feed may hold millions of bad records.
 */
public final class DecodeException extends Exception {

  private static final long serialVersionUID = 1L;
  private static final int SHOWN_BYTES = 60;

  private final boolean misfit;
  private final String why;
  private String column;

  private DecodeException(boolean misfit, String why) {
    super(why, null, false, false);
    this.misfit = misfit;
    this.why = why;
    this.column = "";
  }

  /** The record does not follow the format. */
  public static DecodeException unparsable(String why) {
    return new DecodeException(false, why);
  }

  /** A value does not fit its column. */
  public static DecodeException misfit(String why) {
    return new DecodeException(true, why);
  }

  /** The same, quoting the beginning of the value. */
  static DecodeException misfit(byte[] text, int from, int to, String why) {
    return new DecodeException(true, "'" + shortened(text, from, to) + "' " + why);
  }

  /** The beginning of a text, for a message. */
  public static String shortened(byte[] text, int from, int to) {
    int shown = Math.min(to - from, SHOWN_BYTES);
    String value = new String(text, from, shown, StandardCharsets.UTF_8);
    return shown < to - from ? value + "…" : value;
  }

  /** Puts the step of the path that leads to the value before the steps known so far. */
  public DecodeException within(String step) {
    column = column.isEmpty() || column.startsWith("[") ? step + column : step + "." + column;
    return this;
  }

  /** The same of a record's key, which the message quotes: only the value is kept. */
  public DecodeException ofKey(byte[] key) {
    return new DecodeException(
        misfit, "the key '" + shortened(key, 0, key.length) + "': " + getMessage());
  }

  /** Whether a value does not fit; otherwise the record does not follow its format. */
  public boolean isMisfit() {
    return misfit;
  }

  @Override
  public String getMessage() {
    return column.isEmpty() ? why : "column '" + column + "': " + why;
  }
}
