/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.index;

import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * Type information of a value that has a serializer of its own and no fields for Flink to see.
 * Subclasses say what the serializer is; two of one class are equal unless they say otherwise.
 */
public abstract class OpaqueTypeInfo<T> extends TypeInformation<T> {
  private static final long serialVersionUID = 1L;

  private final Class<T> type;
  private final boolean key;

  /**
   * @param key whether values can be keys: equality and a hash code that is the same in every JVM
   */
  protected OpaqueTypeInfo(Class<T> type, boolean key) {
    this.type = type;
    this.key = key;
  }

  @Override
  public final boolean isBasicType() {
    return false;
  }

  @Override
  public final boolean isTupleType() {
    return false;
  }

  @Override
  public final int getArity() {
    return 1;
  }

  @Override
  public final int getTotalFields() {
    return 1;
  }

  @Override
  public final Class<T> getTypeClass() {
    return type;
  }

  @Override
  public final boolean isKeyType() {
    return key;
  }

  @Override
  public String toString() {
    return type.getSimpleName();
  }

  /** By class, since two subclasses describe two types. */
  @Override
  @SuppressWarnings("EqualsGetClass")
  public boolean equals(Object other) {
    return other != null && getClass() == other.getClass();
  }

  @Override
  public int hashCode() {
    return getClass().hashCode();
  }

  @Override
  public final boolean canEqual(Object other) {
    return other != null && getClass() == other.getClass();
  }
}
