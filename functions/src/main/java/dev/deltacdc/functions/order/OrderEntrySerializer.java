/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import dev.deltacdc.functions.event.VarInts;
import dev.deltacdc.functions.event.Versions;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Writes an {@link OrderEntry} as it is packed, after its length (one byte below 128). */
public final class OrderEntrySerializer extends TypeSerializerSingleton<OrderEntry> {
  private static final long serialVersionUID = 1L;

  /** The one instance: there is nothing to configure. */
  public static final OrderEntrySerializer INSTANCE = new OrderEntrySerializer();

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public OrderEntry createInstance() {
    return OrderEntry.unpack(new byte[9]);
  }

  @Override
  public OrderEntry copy(OrderEntry from) {
    return from;
  }

  @Override
  public OrderEntry copy(OrderEntry from, OrderEntry reuse) {
    return from;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(OrderEntry entry, DataOutputView out) throws IOException {
    VarInts.writeBytes(entry.packed(), out);
  }

  @Override
  public OrderEntry deserialize(DataInputView in) throws IOException {
    return OrderEntry.unpack(VarInts.readBytes(in));
  }

  @Override
  public OrderEntry deserialize(OrderEntry reuse, DataInputView in) throws IOException {
    return deserialize(in);
  }

  @Override
  public void copy(DataInputView in, DataOutputView out) throws IOException {
    VarInts.writeBytes(VarInts.readBytes(in), out);
  }

  @Override
  public TypeSerializerSnapshot<OrderEntry> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Version 1 of the format; a later one reads this version's state and migrates. */
  public static final class Snapshot implements TypeSerializerSnapshot<OrderEntry> {
    private static final int VERSION = 1;

    @Override
    public int getCurrentVersion() {
      return VERSION;
    }

    @Override
    public void writeSnapshot(DataOutputView out) {}

    @Override
    public void readSnapshot(int version, DataInputView in, ClassLoader loader) throws IOException {
      Versions.requireKnown("event order", version, VERSION);
    }

    @Override
    public TypeSerializer<OrderEntry> restoreSerializer() {
      return INSTANCE;
    }

    @Override
    public TypeSerializerSchemaCompatibility<OrderEntry> resolveSchemaCompatibility(
        TypeSerializerSnapshot<OrderEntry> old) {
      return old instanceof Snapshot
          ? TypeSerializerSchemaCompatibility.compatibleAsIs()
          : TypeSerializerSchemaCompatibility.incompatible();
    }
  }
}
