/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.commit;

import dev.deltacdc.delta.DeletionVector;
import dev.deltacdc.delta.VectorStore;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.roaringbitmap.RoaringBitmap;

/**
 * The vectors that were used last, by their unique id; bounded by bytes. Bitmaps are not changed.
 */
final class VectorCache {

  private final VectorStore store;
  private final long maxBytes;
  private final Map<String, RoaringBitmap> vectors = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  VectorCache(VectorStore store, long maxBytes) {
    this.store = store;
    this.maxBytes = maxBytes;
  }

  RoaringBitmap get(DeletionVector vector) {
    RoaringBitmap positions = vectors.get(vector.uniqueId());
    if (positions == null) {
      positions = store.read(vector);
      put(vector, positions);
    }
    return positions;
  }

  void put(DeletionVector vector, RoaringBitmap positions) {
    remove(vector);
    vectors.put(vector.uniqueId(), positions);
    bytes += positions.getLongSizeInBytes();
    for (Iterator<RoaringBitmap> oldest = vectors.values().iterator();
        bytes > maxBytes && oldest.hasNext(); ) {
      bytes -= oldest.next().getLongSizeInBytes();
      oldest.remove();
    }
  }

  void remove(DeletionVector vector) {
    RoaringBitmap positions = vectors.remove(vector.uniqueId());
    if (positions != null) {
      bytes -= positions.getLongSizeInBytes();
    }
  }
}
