/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.delta;

/** What a version does to rows of a file. */
public enum RowChange {
  /** They are new. */
  INSERT(0),
  /** They are in the table no more. */
  DELETE(1),
  /** Each row says it: the file is one of changes (Delta protocol, "Add CDC File"). */
  STATED(2);

  private final int code;

  RowChange(int code) {
    this.code = code;
  }

  /** What stands for it in state. */
  public int code() {
    return code;
  }

  /**
   * The change that {@link #code} stands for.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static RowChange of(int code) {
    for (RowChange change : values()) {
      if (change.code == code) {
        return change;
      }
    }
    throw new IllegalArgumentException("There is no change of rows " + code + ".");
  }
}
