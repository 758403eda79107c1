/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * The key of a row of a target. Order, snapshot and sink use the same selector, so that a stream
 * keyed for one of them is partitioned for all.
 *
 * <p>Key fields must not be NULL: {@link ChangeEventFunction} rejects such events before.
 */
public final class RowKeySelector
    implements KeySelector<RowData, RowKey>, ResultTypeQueryable<RowKey> {
  private static final long serialVersionUID = 1L;

  private final int[] fields;
  private final int arity;
  private final OrderedBytes bytes;

  private RowKeySelector(RowType rowType, List<Integer> keyFields) {
    if (keyFields.isEmpty()) {
      throw new IllegalArgumentException("a key has at least one field");
    }
    this.arity = rowType.getFieldCount();
    this.fields = keyFields.stream().mapToInt(Integer::intValue).toArray();
    List<LogicalType> types = keyFields.stream().<LogicalType>map(rowType::getTypeAt).toList();
    this.bytes = OrderedBytes.notNull(types);
  }

  /**
   * A selector of the fields at the given positions of the row.
   *
   * @throws IllegalArgumentException if a field's type has no order, or there are no fields
   */
  public static RowKeySelector of(RowType rowType, List<Integer> keyFields) {
    return new RowKeySelector(rowType, keyFields);
  }

  @Override
  public RowKey getKey(RowData row) {
    return RowKey.of(bytes.encode(row, fields));
  }

  /** A row that has the key's fields, and NULL in all others; the inverse of {@link #getKey}. */
  public GenericRowData rowOf(RowKey key) {
    GenericRowData values = bytes.decode(key.bytes());
    GenericRowData row = new GenericRowData(arity);
    for (int i = 0; i < fields.length; i++) {
      row.setField(fields[i], values.getField(i));
    }
    return row;
  }

  /** The same selector for change events. */
  public EventSelector forEvents() {
    return new EventSelector(this);
  }

  @Override
  public TypeInformation<RowKey> getProducedType() {
    return RowKeyTypeInfo.INSTANCE;
  }

  /** The key of a change event's row. */
  public static final class EventSelector
      implements KeySelector<ChangeEvent, RowKey>, ResultTypeQueryable<RowKey> {
    private static final long serialVersionUID = 1L;

    private final RowKeySelector rows;

    private EventSelector(RowKeySelector rows) {
      this.rows = rows;
    }

    @Override
    public RowKey getKey(ChangeEvent event) {
      return rows.getKey(event.row());
    }

    @Override
    public TypeInformation<RowKey> getProducedType() {
      return RowKeyTypeInfo.INSTANCE;
    }
  }
}
