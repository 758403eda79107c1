/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Serializable;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Tells where a query's row was read: from its origin field, or, where a source has no positions,
 * by a hash of its content, so that reading it again gives the same place.
 */
public final class PositionReader implements Serializable {
  private static final long serialVersionUID = 1L;

  private final RowText text;
  private final int originField;
  private final String source;

  private PositionReader(RowText text, int originField, String source) {
    this.text = text;
    this.originField = originField;
    this.source = source;
  }

  /**
   * A reader of rows of a type.
   *
   * @param contentFields how many of the first fields are the row's content
   * @param originField the position of {@link EventOrigin}, or -1
   * @param source the name to give where the origin does not tell it
   */
  public static PositionReader of(
      RowType rowType, int contentFields, int originField, String source) {
    return new PositionReader(RowText.of(rowType, contentFields), originField, source);
  }

  /** Where the row was read, and its bytes; where there are none, those of its text. */
  public EventPosition read(RowData row) {
    if (originField >= 0 && !row.isNullAt(originField)) {
      RowData origin = row.getRow(originField, EventOrigin.TYPE.getFieldCount());
      EventPosition known = EventOrigin.position(origin);
      return EventOrigin.hasRaw(origin)
          ? known
          : new EventPosition(known.source(), known.position(), textOf(row), known.timeMillis());
    }
    byte[] raw = textOf(row);
    return new EventPosition(source, "sha256:" + sha256(raw), raw, null);
  }

  private byte[] textOf(RowData row) {
    return text.text(row).getBytes(UTF_8);
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
