/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

/** What a version does to rows of a file. The order is that of the format in state. */
public enum RowChange {
  /** They are new. */
  INSERT,
  /** They are in the table no more. */
  DELETE,
  /** Each row says it: the file is one of changes (Delta protocol, "Add CDC File"). */
  STATED
}
