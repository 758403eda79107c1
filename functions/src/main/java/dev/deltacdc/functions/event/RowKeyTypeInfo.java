/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The type of {@link RowKey} on streams and as the key of state. */
public final class RowKeyTypeInfo extends OpaqueTypeInfo<RowKey> {
  private static final long serialVersionUID = 1L;

  /** The one instance. */
  public static final RowKeyTypeInfo INSTANCE = new RowKeyTypeInfo();

  private RowKeyTypeInfo() {
    super(RowKey.class, true);
  }

  @Override
  public TypeSerializer<RowKey> createSerializer(SerializerConfig config) {
    return RowKeySerializer.INSTANCE;
  }
}
