/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import java.util.Arrays;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.LogicalType;

/** CHAR, VARCHAR, STRING: as it stands; more code points than declared do not fit. */
final class StringText implements TextValue {

  private final LogicalType type;
  private final int length;

  StringText(LogicalType type, int length) {
    this.type = type;
    this.length = length;
  }

  @Override
  public Object decode(byte[] text, int from, int to) throws DecodeException {
    if (to - from > length) {
      int points = 0;
      for (int i = from; i < to; i++) {
        if ((text[i] & 0xC0) != 0x80) {
          points++;
        }
      }
      if (points > length) {
        throw DecodeException.misfit(
            text,
            from,
            to,
            "has "
                + points
                + " characters, more than "
                + type.copy(true).asSummaryString()
                + " holds");
      }
    }
    return StringData.fromBytes(Arrays.copyOfRange(text, from, to));
  }
}
