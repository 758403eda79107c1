/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import java.io.IOException;

/** The check that every versioned format makes when it is read. */
public final class Versions {
  private Versions() {}

  /**
   * Refuses state that a newer release wrote.
   *
   * @throws IOException if the version is not between 1 and the newest known
   */
  public static void requireKnown(String what, int version, int newest) throws IOException {
    if (version < 1 || version > newest) {
      throw new IOException(
          "The state of "
              + what
              + " has format version "
              + version
              + ", this release knows 1 to "
              + newest
              + ". Restore it with the release that wrote it or a newer one.");
    }
  }
}
