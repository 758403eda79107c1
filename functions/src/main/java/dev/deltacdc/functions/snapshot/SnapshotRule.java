/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import dev.deltacdc.functions.event.RowDifference;
import java.io.Serializable;
import java.util.List;
import javax.annotation.Nullable;

/** Which row an id has in the snapshot table on a day (semantics: "ROWS ALL", "ROWS CHANGED"). */
interface SnapshotRule extends Serializable {

  /**
   * The row of a day.
   *
   * @param versions of the id, at least those of the day and the one before
   * @param day the day
   * @param baseline whether the day before is not in the table, because this is its first
   * @return null when the id has none
   */
  @Nullable
  SnapshotRow at(List<Version> versions, int day, boolean baseline);

  /** Whether only days on which an event happened can have a row, the baseline apart. */
  boolean onlyEventDays();

  /**
   * The first day from {@code day} on to look at when days are written; {@link Long#MAX_VALUE} when
   * there is none. A gap of years is not gone through day by day when nothing happened in it.
   */
  default long nextDay(List<Version> versions, int day, DayMark mark) {
    if (!onlyEventDays() || day <= mark.sweptDay()) {
      return day;
    }
    long next = mark.baselineDay() >= day ? mark.baselineDay() : Long.MAX_VALUE;
    for (Version version : versions) {
      if (version.day() >= day) {
        return Math.min(next, version.day());
      }
    }
    return next;
  }

  /** The rule of the options. */
  static SnapshotRule of(DailySnapshotOptions options) {
    return options.rows() == DailySnapshotOptions.Rows.ALL
        ? new AllRowsRule()
        : new ChangedRowsRule(RowDifference.of(options.rowType(), options.changedColumns()));
  }

  /** Every id that is alive at the end of the day. */
  final class AllRowsRule implements SnapshotRule {
    private static final long serialVersionUID = 1L;

    @Override
    public @Nullable SnapshotRow at(List<Version> versions, int day, boolean baseline) {
      Version version = VersionRule.at(versions, day);
      return version == null || version.delete() ? null : new SnapshotRow(version, null);
    }

    @Override
    public boolean onlyEventDays() {
      return false;
    }
  }

  /**
   * Only ids that differ from the end of the day before; a deleted one once. On the baseline every
   * id that is alive, so that the latest row at or before a day answers what was on that day.
   */
  final class ChangedRowsRule implements SnapshotRule {
    private static final long serialVersionUID = 1L;

    private final RowDifference difference;

    ChangedRowsRule(RowDifference difference) {
      this.difference = difference;
    }

    @Override
    public @Nullable SnapshotRow at(List<Version> versions, int day, boolean baseline) {
      Version now = VersionRule.at(versions, day);
      if (now == null) {
        return null;
      }
      Version before = VersionRule.at(versions, day - 1);
      boolean wasAlive = before != null && !before.delete();
      if (now.delete()) {
        return wasAlive ? new SnapshotRow(before, now) : null;
      }
      return baseline || !wasAlive || difference.between(before.row(), now.row())
          ? new SnapshotRow(now, null)
          : null;
    }

    @Override
    public boolean onlyEventDays() {
      return true;
    }
  }
}
