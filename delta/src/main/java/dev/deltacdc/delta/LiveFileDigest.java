/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A fingerprint of the set of live files that doesn't depend on their order. */
record LiveFileDigest(long files, long sumHigh, long sumLow) {

  static LiveFileDigest of(TableSnapshot snapshot) {
    long[] sums = new long[3];
    snapshot.forEachLiveFile(
        live -> {
          String id = live.path() + '\0' + (live.vector() == null ? "" : live.vector().uniqueId());
          ByteBuffer hash = ByteBuffer.wrap(FileIds.sha256(id.getBytes(StandardCharsets.UTF_8)));
          sums[0]++;
          sums[1] += hash.getLong();
          sums[2] += hash.getLong();
        });
    return new LiveFileDigest(sums[0], sums[1], sums[2]);
  }
}
