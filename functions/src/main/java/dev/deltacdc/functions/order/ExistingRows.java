/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import java.io.Serializable;
import org.apache.flink.table.data.RowData;

/** The rows that a target has when its job starts without state. */
public interface ExistingRows extends Serializable {

  /**
   * Visits every row, or as many as carry a sequence. Every subtask asks once, at the same time as
   * others.
   *
   * @throws Exception to refuse the start
   */
  void forEach(Visitor visitor) throws Exception;

  /** Takes the rows. */
  @FunctionalInterface
  interface Visitor {

    /**
     * A row.
     *
     * @param row the fields of the key, then those of the sequence; valid during the call only
     */
    void row(RowData row) throws Exception;
  }
}
