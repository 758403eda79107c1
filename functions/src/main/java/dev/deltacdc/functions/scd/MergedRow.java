/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.scd;

import dev.deltacdc.functions.event.Sequence;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;

/**
 * What the events of one key have made of its row so far.
 *
 * @param row with the values known; null: the newest event is a delete
 * @param setBy the sequence of the event that set each leaf of the row, null where none has since
 *     the last delete; empty without a row
 * @param deleted the greatest sequence of a delete, or null
 * @param deletedSeconds when that delete arrived, in seconds of the running clock; only without a
 *     row
 */
record MergedRow(
    @Nullable RowData row, List<Sequence> setBy, @Nullable Sequence deleted, int deletedSeconds) {

  /** A row that is there. */
  static MergedRow of(RowData row, List<Sequence> setBy, @Nullable Sequence deleted) {
    return new MergedRow(row, setBy, deleted, 0);
  }

  /** A delete that nothing newer follows. */
  static MergedRow tombstone(Sequence deleted, int arrivedSeconds) {
    return new MergedRow(null, List.of(), deleted, arrivedSeconds);
  }

  boolean isTombstone() {
    return row == null;
  }

  /** The sequence of the newest upsert, which set at least the key; of a row only. */
  Sequence newest() {
    return setBy.stream().filter(Objects::nonNull).max(Comparator.naturalOrder()).orElseThrow();
  }

  /** The same with the row in another form. */
  MergedRow with(RowData sameRow) {
    return new MergedRow(sameRow, setBy, deleted, deletedSeconds);
  }
}
