/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.changes;

import static java.util.Objects.requireNonNull;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.ColumnMigration;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.event.SequenceEncoder;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;

/**
 * Tells what each event does to the table. A delete of a row that isn't there does nothing.
 *
 * <p><b>State</b> per key: its row, as long as the table has it; its binary form, and 32 bytes more
 * on the heap.
 */
final class ChangeFeedFunction extends KeyedProcessFunction<RowKey, ChangeEvent, RowData>
    implements ResultTypeQueryable<RowData> {
  private static final long serialVersionUID = 1L;

  private static final StringData INSERT = StringData.fromString(ChangeFeed.INSERT);
  private static final StringData UPDATE = StringData.fromString(ChangeFeed.UPDATE);
  private static final StringData DELETE = StringData.fromString(ChangeFeed.DELETE);

  private final ChangeFeedOptions options;
  private final SequenceEncoder sequences;

  private transient ColumnMigration migration;
  private transient ValueState<KnownRow> state;

  ChangeFeedFunction(ChangeFeedOptions options) {
    this.options = requireNonNull(options, "options");
    this.sequences = SequenceEncoder.of(options.sequenceTypes());
  }

  @Override
  public void open(OpenContext context) {
    migration = new ColumnMigration(options.rowType());
    state =
        getRuntimeContext()
            .getState(new ValueStateDescriptor<>("row", new KnownRowSerializer(options.rowType())));
  }

  @Override
  public void processElement(ChangeEvent event, Context context, Collector<RowData> out)
      throws Exception {
    if (event.stale()) {
      return;
    }
    KnownRow known = state.value();
    if (!event.delete()) {
      KnownRow row = KnownRow.of(migration.rows().toBinaryRow(event.row()));
      state.update(row);
      out.collect(change(known == null ? INSERT : UPDATE, row, event.sequence()));
    } else if (known != null) {
      state.clear();
      out.collect(change(DELETE, known.migrated(migration), event.sequence()));
    }
  }

  private RowData change(StringData type, KnownRow row, Sequence sequence) {
    RowData fields = sequences.decode(sequence);
    Object value = fields.getArity() == 1 ? ((GenericRowData) fields).getField(0) : fields;
    return new JoinedRowData(
        RowKind.INSERT, row.row(options.rowType().getFieldCount()), GenericRowData.of(type, value));
  }

  @Override
  public TypeInformation<RowData> getProducedType() {
    return InternalTypeInfo.of(options.outputType());
  }
}
