/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.index;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Type information of {@link RowKey}. */
public final class RowKeyTypeInfo extends TypeInformation<RowKey> {
  private static final long serialVersionUID = 1L;

  @Override
  public boolean isBasicType() {
    return false;
  }

  @Override
  public boolean isTupleType() {
    return false;
  }

  @Override
  public int getArity() {
    return 1;
  }

  @Override
  public int getTotalFields() {
    return 1;
  }

  @Override
  public Class<RowKey> getTypeClass() {
    return RowKey.class;
  }

  @Override
  public boolean isKeyType() {
    return true;
  }

  @Override
  public TypeSerializer<RowKey> createSerializer(SerializerConfig config) {
    return RowKeySerializer.INSTANCE;
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof RowKeyTypeInfo;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowKeyTypeInfo;
  }

  @Override
  public int hashCode() {
    return RowKeyTypeInfo.class.hashCode();
  }

  @Override
  public String toString() {
    return "RowKey";
  }
}
