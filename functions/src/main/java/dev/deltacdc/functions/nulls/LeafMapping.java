/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.nulls;

import dev.deltacdc.functions.event.LeafSet;
import java.util.BitSet;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.RowType;

/**
 * Where the leaves of a job's columns were among those of an earlier one, by the names of the
 * columns. A column that was there has the fields that it had (see {@link
 * dev.deltacdc.functions.event.ColumnMigration#isPossible}).
 */
public final class LeafMapping {
  private final int earlierCount;

  /** By leaf of this job, the earlier leaf; -1: it was not there. */
  private final int[] earlierLeaf;

  private LeafMapping(RowType from, RowType to) {
    RowLeaves before = RowLeaves.of(from);
    RowLeaves leaves = RowLeaves.of(to);
    earlierCount = before.count();
    earlierLeaf = new int[leaves.count()];
    for (int column = 0; column < to.getFieldCount(); column++) {
      int position = from.getFieldIndex(to.getFieldNames().get(column));
      for (int leaf = leaves.first(column); leaf < leaves.end(column); leaf++) {
        earlierLeaf[leaf] =
            position < 0 ? -1 : before.first(position) + leaf - leaves.first(column);
      }
    }
  }

  /** The mapping of an earlier job's columns to those of this one. */
  public static LeafMapping of(RowType from, RowType to) {
    return new LeafMapping(from, to);
  }

  /** How many leaves there are. */
  public int count() {
    return earlierLeaf.length;
  }

  /** How many leaves there were. */
  public int earlierCount() {
    return earlierCount;
  }

  /** Where a leaf was, or -1. */
  public int earlier(int leaf) {
    return earlierLeaf[leaf];
  }

  /**
   * The same leaves by their new numbers.
   *
   * @param earlier null: none
   * @param added whether those that were not there are in the set
   */
  @Nullable
  public LeafSet apply(@Nullable LeafSet earlier, boolean added) {
    BitSet leaves = new BitSet();
    for (int leaf = 0; leaf < earlierLeaf.length; leaf++) {
      int was = earlierLeaf[leaf];
      leaves.set(leaf, was < 0 ? added : earlier != null && earlier.contains(was));
    }
    return LeafSet.of(leaves);
  }
}
