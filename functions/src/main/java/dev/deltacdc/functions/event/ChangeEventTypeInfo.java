/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import static java.util.Objects.requireNonNull;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.table.types.logical.RowType;

/** The type of {@link ChangeEvent}s whose rows have one row type. */
public final class ChangeEventTypeInfo extends OpaqueTypeInfo<ChangeEvent> {
  private static final long serialVersionUID = 1L;

  private final RowType rowType;

  private ChangeEventTypeInfo(RowType rowType) {
    super(ChangeEvent.class, false);
    this.rowType = requireNonNull(rowType, "rowType");
  }

  /** The type of events with such rows. */
  public static ChangeEventTypeInfo of(RowType rowType) {
    return new ChangeEventTypeInfo(rowType);
  }

  /** The type of the events' rows. */
  public RowType rowType() {
    return rowType;
  }

  @Override
  public TypeSerializer<ChangeEvent> createSerializer(SerializerConfig config) {
    return new ChangeEventSerializer(rowType);
  }

  @Override
  public String toString() {
    return "ChangeEvent(" + rowType.asSummaryString() + ")";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ChangeEventTypeInfo that && rowType.equals(that.rowType);
  }

  @Override
  public int hashCode() {
    return rowType.hashCode();
  }
}
