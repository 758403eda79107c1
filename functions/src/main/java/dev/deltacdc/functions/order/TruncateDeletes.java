/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.RowKeySelector;
import dev.deltacdc.functions.event.Truncate;
import java.io.Serializable;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * What a truncate is for one key: a delete that carries the key and the truncate's event time. Its
 * sequence is right behind the truncate's, for a truncate also removes the row that has its own
 * sequence, while a delete loses that tie (semantics: "truncate", "tie, upsert and delete").
 */
final class TruncateDeletes implements Serializable {
  private static final long serialVersionUID = 1L;

  private final RowKeySelector keys;
  private final int eventTime;
  private final int precision;
  private final boolean ofAllKeys;

  /** The deletes of a target. */
  TruncateDeletes(OrderOptions options) {
    this.keys = RowKeySelector.of(options.rowType(), options.keys());
    this.eventTime = options.eventTime();
    this.precision =
        eventTime < 0 ? 0 : LogicalTypeChecks.getPrecision(options.rowType().getTypeAt(eventTime));
    this.ofAllKeys = eventTime >= 0 || options.ignoresNulls();
  }

  /**
   * Whether those of keys without a row, or with a newer one, are needed too: by a snapshot, which
   * has the days before, or where NULLs keep values that a truncate ends.
   */
  boolean ofAllKeys() {
    return ofAllKeys;
  }

  /** The delete of a key that is known. */
  ChangeEvent of(RowKey key, Truncate truncate) {
    return of(key, truncate, truncate.eventTime());
  }

  /**
   * The delete that removes an event. A truncate from a time in which no snapshot read the target
   * has no event time; it is then dated as the event is.
   */
  ChangeEvent of(RowKey key, Truncate truncate, RowData event) {
    TimestampData time = truncate.eventTime();
    boolean undated = time == null && eventTime >= 0;
    return of(key, truncate, undated ? event.getTimestamp(eventTime, precision) : time);
  }

  private ChangeEvent of(RowKey key, Truncate truncate, @Nullable TimestampData time) {
    GenericRowData row = keys.rowOf(key);
    if (eventTime >= 0) {
      row.setField(eventTime, time);
    }
    return ChangeEvent.delete(row, truncate.at().next());
  }
}
