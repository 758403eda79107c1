/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.scd;

import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.LeafSet;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.nulls.RowLeaves;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * What one more event makes of a row, in whatever order the events arrive (semantics: "IGNORE NULL
 * UPDATES"). Each leaf has the value of the event with the greatest sequence that sets it, by a
 * value or by a NULL that isn't ignored; it is NULL when none has since the last delete.
 *
 * <p>Ties: of two upserts with one sequence the later arrival wins in the leaves that it sets. A
 * delete comes before the upserts of its sequence: the row is there, but keeps nothing older
 * (semantics: "tie, two upserts", "tie, upsert and delete").
 */
final class MergeRule implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int columns;
  private final RowLeaves leaves;

  private MergeRule(RowType rowType) {
    this.columns = rowType.getFieldCount();
    this.leaves = RowLeaves.of(rowType);
  }

  /** The rule for rows with these columns. */
  static MergeRule of(RowType rowType) {
    return new MergeRule(rowType);
  }

  /**
   * Takes an upsert.
   *
   * @param known of the key, or null
   * @return null if the event changes nothing
   */
  @Nullable
  MergedRow upsert(@Nullable MergedRow known, ChangeEvent event) {
    Sequence deleted = known == null ? null : known.deleted();
    if (deleted != null && event.sequence().compareTo(deleted) < 0) {
      return null;
    }
    if (known == null || known.isTombstone()) {
      List<Sequence> setBy = new ArrayList<>(Collections.nCopies(leaves.count(), null));
      set(setBy, event);
      // What is kept is NULL.
      return MergedRow.of(leaves.inherit(null, event.row(), event.kept()), setBy, deleted);
    }
    List<Sequence> setBy = new ArrayList<>(known.setBy());
    LeafSet rest = set(setBy, event);
    return rest != null && rest.count(0, leaves.count()) == leaves.count()
        ? null
        : MergedRow.of(leaves.inherit(known.row(), event.row(), rest), setBy, deleted);
  }

  /** Notes the leaves that an upsert sets; returns the others. */
  @Nullable
  private static LeafSet set(List<Sequence> setBy, ChangeEvent event) {
    BitSet rest = new BitSet();
    for (int leaf = 0; leaf < setBy.size(); leaf++) {
      Sequence before = setBy.get(leaf);
      boolean kept = event.kept() != null && event.kept().contains(leaf);
      if (kept || (before != null && before.compareTo(event.sequence()) > 0)) {
        rest.set(leaf);
      } else {
        setBy.set(leaf, event.sequence());
      }
    }
    return LeafSet.of(rest);
  }

  /**
   * Takes a delete.
   *
   * @param known of the key, or null
   * @param arrivedSeconds when it came, in seconds of the running clock
   * @return null if the event changes nothing
   */
  @Nullable
  MergedRow delete(@Nullable MergedRow known, Sequence sequence, int arrivedSeconds) {
    if (known == null) {
      return MergedRow.tombstone(sequence, arrivedSeconds);
    }
    if (known.deleted() != null && known.deleted().compareTo(sequence) >= 0) {
      return null;
    }
    return known.isTombstone() || known.newest().compareTo(sequence) < 0
        ? MergedRow.tombstone(sequence, arrivedSeconds)
        : reset(known, sequence);
  }

  /** The row without what events before the delete had set. */
  private MergedRow reset(MergedRow known, Sequence deleted) {
    List<Sequence> setBy = new ArrayList<>(known.setBy());
    BitSet rest = new BitSet();
    for (int leaf = 0; leaf < setBy.size(); leaf++) {
      if (setBy.get(leaf) != null && setBy.get(leaf).compareTo(deleted) >= 0) {
        rest.set(leaf);
      } else {
        setBy.set(leaf, null);
      }
    }
    GenericRowData nulls = new GenericRowData(columns);
    return MergedRow.of(leaves.inherit(known.row(), nulls, LeafSet.of(rest)), setBy, deleted);
  }
}
