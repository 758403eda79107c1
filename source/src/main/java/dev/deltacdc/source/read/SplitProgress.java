/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source.read;

import dev.deltacdc.source.split.DeltaSplit;

/** How far the rows of a split were emitted. */
final class SplitProgress {

  private final DeltaSplit split;
  private long nextRow;

  SplitProgress(DeltaSplit split) {
    this.split = split;
    this.nextRow = split.nextRow();
  }

  void emitted(long position) {
    nextRow = position + 1;
  }

  DeltaSplit rest() {
    return new DeltaSplit(split.file(), nextRow);
  }
}
