/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;

/**
 * Reads the fields of SEQUENCE BY from a row: one expression, or those of a STRUCT, which stand
 * side by side.
 *
 * <p>An event without a sequence cannot be ordered: a single NULL, and a STRUCT in which everything
 * is NULL, give no sequence. In a STRUCT with a value a NULL field sorts first (semantics:
 * "sequence type", "NULL sequence").
 */
public final class SequenceEncoder implements Serializable {
  private static final long serialVersionUID = 1L;

  private final List<LogicalType> types;
  private final OrderedBytes bytes;

  private SequenceEncoder(List<LogicalType> types) {
    if (types.isEmpty()) {
      throw new IllegalArgumentException("a sequence has at least one field");
    }
    this.types = List.copyOf(types);
    this.bytes = types.size() == 1 ? OrderedBytes.notNull(types) : OrderedBytes.nullable(types);
  }

  /**
   * An encoder for fields of these types.
   *
   * @throws IllegalArgumentException if a type has no order
   */
  public static SequenceEncoder of(List<LogicalType> types) {
    return new SequenceEncoder(types);
  }

  /** The types of the sequence's fields. */
  public List<LogicalType> types() {
    return types;
  }

  /**
   * The sequence in the fields from {@code firstField} on, or null if there is none.
   *
   * @throws ArithmeticException if a timestamp is out of the range that can be ordered
   */
  @Nullable
  public Sequence encode(RowData row, int firstField) {
    boolean empty = true;
    for (int i = 0; i < types.size() && empty; i++) {
      empty = isEmpty(row, firstField + i, types.get(i));
    }
    if (empty) {
      return null;
    }
    return Sequence.of(bytes.encode(row, firstField));
  }

  /** The values of the sequence's fields. */
  public RowData decode(Sequence sequence) {
    return bytes.decode(sequence.bytes());
  }

  private static boolean isEmpty(RowData row, int pos, LogicalType type) {
    if (row.isNullAt(pos)) {
      return true;
    }
    if (!type.is(LogicalTypeRoot.ROW)) {
      return false;
    }
    List<LogicalType> fields = type.getChildren();
    RowData nested = row.getRow(pos, fields.size());
    return IntStream.range(0, fields.size()).allMatch(i -> isEmpty(nested, i, fields.get(i)));
  }
}
