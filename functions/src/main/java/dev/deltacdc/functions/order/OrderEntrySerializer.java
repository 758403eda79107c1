/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import dev.deltacdc.functions.event.PackedSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;

/** Writes an {@link OrderEntry} as it is packed. */
public final class OrderEntrySerializer extends PackedSerializer<OrderEntry> {
  private static final long serialVersionUID = 1L;

  /** The one instance: there is nothing to configure. */
  public static final OrderEntrySerializer INSTANCE = new OrderEntrySerializer();

  @Override
  public OrderEntry createInstance() {
    return OrderEntry.unpack(new byte[9]);
  }

  @Override
  protected byte[] pack(OrderEntry value) {
    return value.packed();
  }

  @Override
  protected OrderEntry unpack(byte[] bytes) {
    return OrderEntry.unpack(bytes);
  }

  @Override
  public TypeSerializerSnapshot<OrderEntry> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Its name is in the checkpoints. */
  public static final class Snapshot extends PackedSerializer.Snapshot<OrderEntry> {
    /** For reading. */
    public Snapshot() {
      super("event order", INSTANCE);
    }
  }
}
