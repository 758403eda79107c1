/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import dev.deltacdc.functions.event.LeafSet;
import dev.deltacdc.functions.event.RowDifference;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.nulls.RowLeaves;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;

/**
 * Which rows the versions of a key are: each upsert begins a row unless the one before it has equal
 * tracked columns, then it gives that row its values; a delete ends a row. So rows never overlap
 * and have never zero width, and there is a gap only behind a delete (semantics: "SCD 2 columns",
 * "SCD 2, tracked columns unchanged", "delete, then a newer upsert").
 */
final class HistoryRule implements Serializable {
  private static final long serialVersionUID = 1L;

  private final RowDifference tracked;
  private final RowDataSerializer one;
  private final RowDataSerializer other;
  private final RowLeaves leaves;

  HistoryRule(HistoryOptions options) {
    tracked = RowDifference.of(options.rowType(), options.tracked());
    one = new RowDataSerializer(options.rowType());
    other = new RowDataSerializer(options.rowType());
    leaves = RowLeaves.of(options.rowType());
  }

  /** By bytes: values that are only equal, such as 0.0 and -0.0, must not depend on arrival. */
  boolean isSame(RowData left, RowData right) {
    return one.toBinaryRow(left).equals(other.toBinaryRow(right));
  }

  /**
   * The same version in its place: with the values that it keeps, and the start of its row.
   *
   * @param before the version before it as it is there, null if there is none
   */
  Version follow(@Nullable Version before, Version version) {
    if (version.isDelete()) {
      return version;
    }
    RowData known = before == null ? null : before.row();
    RowData values = leaves.inherit(known, version.row(), version.kept());
    boolean goesOn = known != null && !tracked.between(known, values);
    return version.in(values, goesOn ? before.start() : version.ownStart());
  }

  /** Whether what follows a version sees no difference. */
  boolean isSame(Version left, Version right) {
    return Objects.equals(left.start(), right.start())
        && (left.isDelete() || isSame(left.row(), right.row()));
  }

  /** Two upserts of one sequence: the later arrival, with what it keeps from the first. */
  Version tie(Version first, Version later) {
    if (first.row() == null || later.row() == null) {
      return first.isDelete() ? first : later;
    }
    RowData row = leaves.inherit(first.row(), later.row(), later.kept());
    LeafSet kept = later.kept() == null ? null : later.kept().and(first.kept());
    return isSame(first.row(), row) && Objects.equals(first.kept(), kept)
        ? first
        : later.with(row, kept);
  }

  /**
   * What turns one list of rows into another: rows that go, then rows that end, then the open one,
   * so that whoever reads along never sees two open rows.
   *
   * @return whether there is anything
   */
  boolean change(List<HistoryRow> before, List<HistoryRow> after, HistoryOutput out) {
    Map<Sequence, HistoryRow> there = new HashMap<>();
    before.forEach(row -> there.put(row.start(), row));
    TreeMap<Sequence, HistoryRow> gone = new TreeMap<>(there);
    after.forEach(row -> gone.remove(row.start()));
    List<HistoryRow> changed =
        after.stream().filter(row -> !isSame(there.get(row.start()), row)).toList();
    gone.values().forEach(out::delete);
    for (HistoryRow row : changed) {
      HistoryRow was = there.get(row.start());
      if (was == null) {
        out.insert(row);
      } else {
        out.update(was, row);
      }
    }
    return !gone.isEmpty() || !changed.isEmpty();
  }

  private boolean isSame(@Nullable HistoryRow before, HistoryRow after) {
    return before != null
        && Objects.equals(before.end(), after.end())
        && isSame(before.values(), after.values());
  }
}
