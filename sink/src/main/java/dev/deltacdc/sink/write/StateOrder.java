/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.write;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * The order in which a state backend on disk keeps keys: by key group, then by the bytes of the
 * serialised key. Work in that order reads each block once, for neighbours share one.
 *
 * <p>What is compared first is one number of the first six bytes: faster than bytes behind two
 * references. Numbers as keys often have the same ones; then the keys themselves are compared, if
 * they can be: our own compare as their bytes do, and nothing depends on the order of neighbours.
 */
final class StateOrder<K> {

  private static final int PREFIX_BYTES = 6;

  private final TypeSerializer<K> serializer;
  private final DataOutputSerializer out = new DataOutputSerializer(64);

  StateOrder(TypeSerializer<K> serializer) {
    this.serializer = serializer;
  }

  /** Compares two keys of the same place. */
  @SuppressWarnings("unchecked")
  int compare(K one, K other) {
    return one instanceof Comparable<?> ? ((Comparable<K>) one).compareTo(other) : 0;
  }

  /** The place of a key: less than that of every key that is kept behind it, or the same. */
  long of(K key, int keyGroup) throws IOException {
    out.clear();
    serializer.serialize(key, out);
    byte[] bytes = out.getSharedBuffer();
    long order = keyGroup;
    for (int i = 0; i < PREFIX_BYTES; i++) {
      order = order << 8 | (i < out.length() ? bytes[i] & 0xff : 0);
    }
    return order;
  }
}
