/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import dev.deltacdc.functions.event.OpaqueTypeInfo;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The type of {@link RawRecord}, without reflection and without Kryo. */
final class RawRecordTypeInfo extends OpaqueTypeInfo<RawRecord> {

  static final RawRecordTypeInfo INSTANCE = new RawRecordTypeInfo();
  private static final long serialVersionUID = 1L;

  private RawRecordTypeInfo() {
    super(RawRecord.class, false);
  }

  @Override
  public TypeSerializer<RawRecord> createSerializer(SerializerConfig config) {
    return RawRecordSerializer.INSTANCE;
  }

  private Object readResolve() {
    return INSTANCE;
  }
}
