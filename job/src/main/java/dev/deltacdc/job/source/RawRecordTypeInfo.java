/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The type of {@link RawRecord}, without reflection and without Kryo. */
final class RawRecordTypeInfo extends TypeInformation<RawRecord> {

  static final RawRecordTypeInfo INSTANCE = new RawRecordTypeInfo();
  private static final long serialVersionUID = 1L;

  private RawRecordTypeInfo() {}

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
  public Class<RawRecord> getTypeClass() {
    return RawRecord.class;
  }

  @Override
  public boolean isKeyType() {
    return false;
  }

  @Override
  public TypeSerializer<RawRecord> createSerializer(SerializerConfig config) {
    return RawRecordSerializer.INSTANCE;
  }

  @Override
  public String toString() {
    return "RawRecord";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RawRecordTypeInfo;
  }

  @Override
  public int hashCode() {
    return RawRecordTypeInfo.class.hashCode();
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof RawRecordTypeInfo;
  }

  private Object readResolve() {
    return INSTANCE;
  }
}
