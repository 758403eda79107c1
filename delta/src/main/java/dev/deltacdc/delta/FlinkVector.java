/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.types.DataType;
import org.apache.flink.table.data.TimestampData;

/**
 * Values of Flink rows or arrays as Kernel's Parquet writer wants them: one column, addressed by
 * row. Nothing is copied.
 */
abstract class FlinkVector implements ColumnVector {

  private final DataType type;
  private final int size;

  FlinkVector(DataType type, int size) {
    this.type = type;
    this.size = size;
  }

  @Override
  public final DataType getDataType() {
    return type;
  }

  @Override
  public final int getSize() {
    return size;
  }

  @Override
  public final void close() {}

  /** Microseconds since the epoch: Kernel's form of both timestamp types. */
  static long micros(TimestampData timestamp) {
    return Math.addExact(
        Math.multiplyExact(timestamp.getMillisecond(), 1000L),
        timestamp.getNanoOfMillisecond() / 1000);
  }
}
