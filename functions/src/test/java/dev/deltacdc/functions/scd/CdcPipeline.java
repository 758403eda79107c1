/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.scd;

import dev.deltacdc.functions.reject.RejectedEvent;
import java.util.List;
import org.apache.flink.table.data.RowData;

/** The functions of a table as they stand in a job, with a map in place of the sink. */
interface CdcPipeline extends AutoCloseable {

  /** A row of the (first) flow's query arrives. */
  void feed(RowData row) throws Exception;

  /** A checkpoint, a failure right after it, and a restart. */
  void restart(int parallelism) throws Exception;

  /** The rows of the table, in any order. */
  List<RowData> table();

  List<RejectedEvent> rejected();

  /** A counter of the readers or the order operator. */
  long count(String counter);
}
