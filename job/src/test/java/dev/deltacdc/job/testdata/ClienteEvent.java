/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.testdata;

import java.time.Instant;
import javax.annotation.Nullable;

/** A valid change of a client; {@code op} is I, U or D. */
record ClienteEvent(int id, @Nullable String valor, String op, Instant time) {
  boolean delete() {
    return op.equals("D");
  }
}
