/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.decode;

import java.util.Arrays;
import java.util.Base64;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * BINARY, VARBINARY, BYTES: base64, as in Flink's JSON format; more bytes than declared do not fit.
 */
final class BinaryText implements TextValue {

  private final LogicalType type;
  private final int length;

  BinaryText(LogicalType type, int length) {
    this.type = type;
    this.length = length;
  }

  @Override
  public Object decode(byte[] text, int from, int to) throws DecodeException {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(Arrays.copyOfRange(text, from, to));
    } catch (IllegalArgumentException e) {
      throw DecodeException.misfit(text, from, to, "is not base64, which " + name() + " needs");
    }
    if (bytes.length > length) {
      throw DecodeException.misfit(
          text, from, to, "has " + bytes.length + " bytes, more than " + name() + " holds");
    }
    return bytes;
  }

  private String name() {
    return type.copy(true).asSummaryString();
  }
}
