/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.event.SequenceEncoder;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.types.RowKind;

/** Makes the rows of the table, with the sequence as a value. */
final class HistoryRows {
  private final SequenceEncoder sequences;

  HistoryRows(HistoryOptions options) {
    sequences = SequenceEncoder.of(options.sequenceTypes());
  }

  /** A new object over the values. */
  RowData of(RowKind kind, HistoryRow row) {
    RowData validity = GenericRowData.of(value(row.start()), value(row.end()));
    return new JoinedRowData(kind, row.values(), validity);
  }

  /** A value of {@link HistoryOptions#sequenceType}. */
  @Nullable
  Object value(@Nullable Sequence sequence) {
    if (sequence == null) {
      return null;
    }
    RowData fields = sequences.decode(sequence);
    return fields.getArity() == 1 ? ((GenericRowData) fields).getField(0) : fields;
  }
}
