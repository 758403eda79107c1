/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.index;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Type information of {@link RowKey}. */
public final class RowKeyTypeInfo extends OpaqueTypeInfo<RowKey> {
  private static final long serialVersionUID = 1L;

  public RowKeyTypeInfo() {
    super(RowKey.class, true);
  }

  @Override
  public TypeSerializer<RowKey> createSerializer(SerializerConfig config) {
    return RowKeySerializer.INSTANCE;
  }
}
