/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.scd;

import dev.deltacdc.functions.event.ColumnMigration;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.nulls.RowLeaves;
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
  private final RowLeaves leaves;

  private @Nullable RowType from;
  private int earlierLeaves;

  /** By leaf of this job, the earlier leaf; -1: it was not there. */
  private final int[] earlierLeaf;

  LeafMigration(ColumnMigration columns) {
    this.columns = columns;
    this.leaves = RowLeaves.of(columns.columns());
    this.earlierLeaf = new int[leaves.count()];
  }

  MergedRowState apply(MergedRowState state) {
    RowType earlier = state.columns();
    if (earlier == null) {
      return state;
    }
    if (columns.isNeedless(earlier)) {
      return MergedRowState.of(state.bytes());
    }
    prepare(earlier);
    MergedRow known = state.unpack(earlier.getFieldCount(), earlierLeaves);
    if (known.isTombstone()) {
      return MergedRowState.of(state.bytes());
    }
    List<Sequence> setBy = new ArrayList<>(earlierLeaf.length);
    for (int leaf : earlierLeaf) {
      setBy.add(leaf < 0 ? null : known.setBy().get(leaf));
    }
    return MergedRowState.pack(
        MergedRow.of(columns.apply(known.row(), earlier), setBy, known.deleted()), columns.rows());
  }

  private void prepare(RowType earlier) {
    if (earlier.equals(from)) {
      return;
    }
    from = earlier;
    RowLeaves before = RowLeaves.of(earlier);
    earlierLeaves = before.count();
    for (int column = 0; column < columns.columns().getFieldCount(); column++) {
      int position = earlier.getFieldIndex(columns.columns().getFieldNames().get(column));
      // Such a column has the fields that it had: ColumnMigration.isPossible.
      for (int leaf = leaves.first(column); leaf < leaves.end(column); leaf++) {
        earlierLeaf[leaf] =
            position < 0 ? -1 : before.first(position) + leaf - leaves.first(column);
      }
    }
  }
}
