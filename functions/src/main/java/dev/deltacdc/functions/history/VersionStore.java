/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import dev.deltacdc.functions.event.Sequence;
import javax.annotation.Nullable;

/** Where the versions of a key are: the last one, and the others by sequence. */
interface VersionStore {
  /** One that is not the last; null if there is none, or none any more. */
  @Nullable
  Version at(Sequence sequence) throws Exception;

  /** Adds or replaces one that is not the last. */
  void put(Version version) throws Exception;

  /** Replaces the last one. */
  void setLast(Version version) throws Exception;
}
