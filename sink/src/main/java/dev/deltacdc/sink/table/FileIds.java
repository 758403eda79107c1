/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.table;

/**
 * Identity of a data file in the row index: a 64-bit hash of its percent-decoded path, so that
 * nobody has to keep a dictionary.
 */
public final class FileIds {

  private FileIds() {}

  /** The id of a file by its {@link DataFile#path()}. */
  public static long of(String path) {
    throw new UnsupportedOperationException();
  }
}
