/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import dev.deltacdc.functions.count.EventCounters;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.EventOrigin;
import dev.deltacdc.functions.event.EventPosition;
import dev.deltacdc.functions.event.PositionReader;
import dev.deltacdc.functions.event.RowText;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.reject.RejectReason;
import dev.deltacdc.functions.reject.RejectedEvent;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.TimeUtils;

/**
 * Rejects the events that need older versions than there are. They are kept as texts of their
 * columns, sequence and kind: where they were read is not known any more.
 */
final class TooLateEvents {
  private final HistoryOptions options;
  private final HistoryRows rows;
  private final PositionReader positions;
  private final RowText sequence;

  TooLateEvents(HistoryOptions options) {
    this.options = options;
    this.rows = new HistoryRows(options);
    List<RowType.RowField> fields = new ArrayList<>(options.rowType().getFields());
    RowType.RowField sequenceField =
        new RowType.RowField(EventOrigin.HIDDEN_PREFIX + "sequence", options.sequenceType());
    fields.add(sequenceField);
    fields.add(new RowType.RowField(EventOrigin.HIDDEN_PREFIX + "delete", new BooleanType()));
    this.positions = PositionReader.of(new RowType(fields), fields.size(), -1, options.name());
    this.sequence = RowText.of(new RowType(List.of(sequenceField)), 1);
  }

  /** Counts the event; the same event gives the same rejected one. */
  RejectedEvent reject(ChangeEvent event, Version oldest, EventCounters counters) {
    RowData validity = GenericRowData.of(rows.value(event.sequence()), event.delete());
    EventPosition position = positions.read(new JoinedRowData(event.row(), validity));
    String message =
        text(event.sequence())
            + " is not behind "
            + text(oldest.sequence())
            + ", the oldest version of its key that is remembered: older ones have left the"
            + " history.late-window of "
            + TimeUtils.formatWithHighestUnit(options.lateWindow());
    counters.reject(RejectReason.TOO_LATE, position.source() + ": " + message);
    return RejectedEvent.at(position, options.name(), RejectReason.TOO_LATE, message);
  }

  private String text(Sequence at) {
    return sequence.text(GenericRowData.of(rows.value(at)));
  }
}
