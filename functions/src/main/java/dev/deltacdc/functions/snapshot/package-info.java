/**
 * The daily snapshot: for each day the state of every id at its end, from the accepted change
 * events (semantics: "Daily snapshots").
 *
 * <p>{@link dev.deltacdc.functions.snapshot.DailySnapshot} lays three operators, {@code
 * DayReportOperator}, {@code DayClockOperator} and {@code DailySnapshotOperator}:
 *
 * <pre>
 * accepted events ─┬─► DayReports (one per subtask) ─► DayClock (one) ─┐ DayMark, broadcast
 *                  └──────────────── by key ─────────────────────────► DailySnapshotOperator ─► rows
 * </pre>
 *
 * The rules are pure: {@link dev.deltacdc.functions.snapshot.DayRule}, {@link
 * dev.deltacdc.functions.snapshot.VersionRule}, {@link
 * dev.deltacdc.functions.snapshot.SnapshotRule} and {@link
 * dev.deltacdc.functions.snapshot.DayClockRule}.
 */
package dev.deltacdc.functions.snapshot;
