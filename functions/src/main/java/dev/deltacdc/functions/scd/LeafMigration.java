/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.scd;

import dev.deltacdc.functions.event.ColumnMigration;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.nulls.LeafMapping;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.RowType;

/**
 * Brings restored rows and the sequences of their leaves to the columns of this job: the leaves of
 * columns that came since are NULL, and no event has set them. For one thread.
 */
final class LeafMigration {
  private final ColumnMigration columns;
  private @Nullable RowType from;
  private @Nullable LeafMapping leaves;

  LeafMigration(ColumnMigration columns) {
    this.columns = columns;
  }

  MergedRowState apply(MergedRowState state) {
    RowType earlier = state.columns();
    if (earlier == null) {
      return state;
    }
    if (columns.isNeedless(earlier)) {
      return MergedRowState.of(state.bytes());
    }
    if (!earlier.equals(from)) {
      from = earlier;
      leaves = LeafMapping.of(earlier, columns.columns());
    }
    MergedRow known = state.unpack(earlier.getFieldCount(), leaves.earlierCount());
    if (known.isTombstone()) {
      return MergedRowState.of(state.bytes());
    }
    List<Sequence> setBy = new ArrayList<>();
    for (int leaf = 0; leaf < leaves.count(); leaf++) {
      int was = leaves.earlier(leaf);
      setBy.add(was < 0 ? null : known.setBy().get(was));
    }
    return MergedRowState.pack(
        MergedRow.of(columns.apply(known.row(), earlier), setBy, known.deleted()), columns.rows());
  }
}
