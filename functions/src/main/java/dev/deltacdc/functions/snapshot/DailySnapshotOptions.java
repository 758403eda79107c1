/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.annotation.Nullable;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;

/**
 * What CREATE SNAPSHOT TABLE says, resolved (semantics: "Daily snapshots").
 *
 * @param rowType the target's columns, those of the events' rows
 * @param keys positions of the target's key columns
 * @param eventTime position of the event time column, a TIMESTAMP_LTZ or TIMESTAMP
 * @param zone where a day begins and ends
 * @param deleteWins whether a delete wins a tie with an upsert, as in the history that the target
 *     is; else the upsert wins
 * @param startDay START DATE; null for the day on which the first run starts
 * @param rows which rows a day has
 * @param changedColumns for {@link Rows#CHANGED}: the positions of the columns that decide whether
 *     a row differs; see {@link #comparedByDefault}
 * @param lateDays LATE EVENTS n DAYS: how many closed days are still corrected
 * @param retainDays RETAIN n DAYS: days earlier than that before the newest are not written; null
 *     for no limit
 * @param oldestDay the oldest day in the snapshot table when it exists, used when state doesn't
 * @param newestDay the newest such day; null when the table doesn't exist or is empty
 * @param quietDelay how long after the end of a day a quiet source closes it by wall clock; null
 *     for never, as bounded runs want it
 * @param refresh how often to look whether a new day has begun and to write it while it is open;
 *     null for never. Once written, each event corrects it
 * @param endsWhenIdle whether the run ends when all input is idle, and the next goes on behind it:
 *     the days before the newest are closed then and the open one is written, as at an end
 */
public record DailySnapshotOptions(
    RowType rowType,
    List<Integer> keys,
    int eventTime,
    ZoneId zone,
    boolean deleteWins,
    @Nullable LocalDate startDay,
    Rows rows,
    List<Integer> changedColumns,
    int lateDays,
    @Nullable Integer retainDays,
    @Nullable LocalDate oldestDay,
    @Nullable LocalDate newestDay,
    @Nullable Duration quietDelay,
    @Nullable Duration refresh,
    boolean endsWhenIdle)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The column with the day, last of the target's columns. */
  public static final String SNAPSHOT_DATE = "snapshot_date";

  /** The column that says that the id was deleted on that day; only with {@link Rows#CHANGED}. */
  public static final String DELETED = "deleted";

  /** Which rows a day has. */
  public enum Rows {
    /** Every id that is alive at the end of the day. */
    ALL,
    /** Only ids that differ from the end of the day before, deleted ones too. */
    CHANGED
  }

  public DailySnapshotOptions {
    requireNonNull(rowType, "rowType");
    requireNonNull(zone, "zone");
    requireNonNull(rows, "rows");
    keys = List.copyOf(keys);
    changedColumns = List.copyOf(changedColumns);
    requireTimestamp(rowType, eventTime);
    require(!keys.isEmpty(), "a snapshot needs the key columns of its target");
    require(lateDays >= 0, "LATE EVENTS takes 0 days or more, not " + lateDays);
    require(retainDays == null || retainDays > 0, "RETAIN takes 1 day or more, not " + retainDays);
    require((oldestDay == null) == (newestDay == null), "oldest and newest day are known together");
    require(
        quietDelay == null || !quietDelay.isNegative(),
        "the quiet delay is negative: " + quietDelay);
    require(
        refresh == null || refresh.compareTo(Duration.ofMillis(1)) >= 0,
        "snapshot.refresh is at least a millisecond, not " + refresh);
  }

  /** Options with the defaults of the clauses: ROWS ALL, 3 late days, for ever, no wall clock. */
  public static Builder builder(RowType rowType, List<Integer> keys, int eventTime, ZoneId zone) {
    return new Builder(rowType, keys, eventTime, zone);
  }

  /**
   * The columns that ROWS CHANGED compares unless it names them: all but keys, event time and the
   * columns of the sequence (semantics: "ROWS CHANGED").
   */
  public static List<Integer> comparedByDefault(
      RowType rowType, List<Integer> keys, int eventTime, List<Integer> sequenceColumns) {
    return IntStream.range(0, rowType.getFieldCount())
        .boxed()
        .filter(i -> i != eventTime && !keys.contains(i) && !sequenceColumns.contains(i))
        .toList();
  }

  /** The snapshot table's columns: the target's, the day, and for ROWS CHANGED the deleted flag. */
  public RowType outputType() {
    List<RowType.RowField> fields = new ArrayList<>(rowType.getFields());
    fields.add(new RowType.RowField(SNAPSHOT_DATE, new DateType()));
    if (rows == Rows.CHANGED) {
      fields.add(new RowType.RowField(DELETED, new BooleanType()));
    }
    return new RowType(fields);
  }

  /** The day of an event, as everywhere in this snapshot. */
  public DayRule dayRule() {
    return DayRule.of(zone, eventTime, rowType.getTypeAt(eventTime));
  }

  private static void requireTimestamp(RowType rowType, int eventTime) {
    require(
        eventTime >= 0 && eventTime < rowType.getFieldCount(),
        "the event time is one of the target's columns, not number " + eventTime);
    LogicalType type = rowType.getTypeAt(eventTime);
    require(
        type.is(LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE)
            || type.is(LogicalTypeRoot.TIMESTAMP_WITHOUT_TIME_ZONE),
        "EVENT TIME is a TIMESTAMP_LTZ or TIMESTAMP column, not " + type.asSummaryString());
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }

  /** Takes the clauses that are there. */
  public static final class Builder {
    private final RowType rowType;
    private final List<Integer> keys;
    private final int eventTime;
    private final ZoneId zone;
    private boolean deleteWins;
    private @Nullable LocalDate startDay;
    private Rows rows = Rows.ALL;
    private List<Integer> changedColumns = List.of();
    private int lateDays = 3;
    private @Nullable Integer retainDays;
    private @Nullable LocalDate oldestDay;
    private @Nullable LocalDate newestDay;
    private @Nullable Duration quietDelay;
    private @Nullable Duration refresh;
    private boolean endsWhenIdle;

    private Builder(RowType rowType, List<Integer> keys, int eventTime, ZoneId zone) {
      this.rowType = rowType;
      this.keys = keys;
      this.eventTime = eventTime;
      this.zone = zone;
    }

    /** Of a history: a delete wins a tie with an upsert. */
    public Builder ofHistory() {
      this.deleteWins = true;
      return this;
    }

    /** START DATE. */
    public Builder startDay(@Nullable LocalDate day) {
      this.startDay = day;
      return this;
    }

    /** ROWS CHANGED on the columns at the given positions. */
    public Builder rowsChanged(List<Integer> columns) {
      this.rows = Rows.CHANGED;
      this.changedColumns = columns;
      return this;
    }

    /** LATE EVENTS n DAYS. */
    public Builder lateDays(int days) {
      this.lateDays = days;
      return this;
    }

    /** RETAIN n DAYS. */
    public Builder retainDays(@Nullable Integer days) {
      this.retainDays = days;
      return this;
    }

    /** The days that the snapshot table has already. */
    public Builder existingDays(LocalDate oldest, LocalDate newest) {
      this.oldestDay = oldest;
      this.newestDay = newest;
      return this;
    }

    /** Closing by wall clock. */
    public Builder quietDelay(@Nullable Duration delay) {
      this.quietDelay = delay;
      return this;
    }

    /** A refresh of the open day. */
    public Builder refresh(@Nullable Duration interval) {
      this.refresh = interval;
      return this;
    }

    /** Idle input is the end of the run. */
    public Builder endsWhenIdle() {
      this.endsWhenIdle = true;
      return this;
    }

    /** The options; fails on what no clause may say. */
    public DailySnapshotOptions build() {
      return new DailySnapshotOptions(
          rowType,
          keys,
          eventTime,
          zone,
          deleteWins,
          startDay,
          rows,
          changedColumns,
          lateDays,
          retainDays,
          oldestDay,
          newestDay,
          quietDelay,
          refresh,
          endsWhenIdle);
    }
  }
}
