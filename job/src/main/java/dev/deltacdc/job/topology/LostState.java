/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.resolve.ResolvedFlow;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.resolve.ResolvedSnapshot;
import dev.deltacdc.job.resolve.ResolvedSource;
import dev.deltacdc.job.resolve.ResolvedTarget;
import dev.deltacdc.job.resolve.SettingOptions;
import dev.deltacdc.job.resolve.WithoutState;
import dev.deltacdc.job.source.StartPosition;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Why a start without state could go wrong on a changed table that has rows. The sink finds its
 * rows again by reading the table, and the order the last sequences, where they are columns of it.
 * Deletes, and what snapshots remember, come back only with events that are read again from the
 * beginning.
 */
final class LostState {

  private static final String OPTION = SettingOptions.WITHOUT_STATE.key();
  private static final String REPLAY = "'" + OPTION + "' = 'replay'.";

  private final ResolvedPipeline pipeline;

  LostState(ResolvedPipeline pipeline) {
    this.pipeline = pipeline;
  }

  /** The problem in words for the user, empty if there is none. */
  Optional<String> problem(ResolvedTarget target) {
    Optional<String> gone = readAgain(target);
    if (gone.isPresent()) {
      return gone;
    }
    if (target.history() != null && pipeline.settings().withoutState() != WithoutState.REPLAY) {
      return Optional.of(StartRule.HISTORY_WITHOUT_STATE.broken(history(target)));
    }
    return laterSource(target)
        .flatMap(
            source ->
                reason(target)
                    .map(
                        reason ->
                            StartRule.ROWS_WITHOUT_STATE.broken(
                                message(target, source, reason.text, reason.accepted))));
  }

  /**
   * A location that is read again has no snapshots but the one that is there now. The table itself
   * is right by that, but neither versions of before nor changes since then come from it.
   */
  private Optional<String> readAgain(ResolvedTarget target) {
    boolean read = pipeline.isRead(target.name());
    return pipeline.flowsInto(target.name()).stream()
        .filter(flow -> flow instanceof ResolvedFlow.Cdc cdc && cdc.isReread())
        .filter(flow -> read || target.history() != null)
        .findFirst()
        .map(
            flow ->
                "Table "
                    + target.name()
                    + " has rows, but this start has no state of it, and its source "
                    + flow.reads().get(0)
                    + " is read as it is now: "
                    + (read ? "what reads the table" : "the history")
                    + " would lack what changed since the last run. Nothing was written. Start from"
                    + " the state of the last run (--state DIR; on a cluster flink run -s). One that"
                    + " ends by itself leaves none: run such a pipeline with --mode triggered. Or give"
                    + " --full-refresh "
                    + target.name()
                    + (read ? " and of all that reads it" : "")
                    + ", which begins anew with what is there now.");
  }

  /** The same for a table whose rows are to be made anew. */
  Optional<String> refreshProblem(ResolvedTarget target) {
    return laterSource(target)
        .map(
            source ->
                StartRule.REFRESH_WITHOUT_EVENTS.broken(
                    "Table "
                        + target.name()
                        + " is to be filled anew, but "
                        + startsAt(source)
                        + ": rows of earlier events would be gone for good. Nothing was written. Let"
                        + " the source start "
                        + position(source).remedy()
                        + "; or, if it gives every event again"
                        + " that is to be in the table, say so with "
                        + REPLAY));
  }

  /** A source of the table that leaves events out, unless that is said to be right. */
  private Optional<ResolvedSource> laterSource(ResolvedTarget target) {
    if (pipeline.settings().withoutState() == WithoutState.REPLAY) {
      return Optional.empty();
    }
    Set<TableName> read = Relations.upstream(pipeline, pipeline.flowsInto(target.name()));
    return pipeline.sources().stream()
        .filter(source -> read.contains(source.name()))
        .filter(source -> StartPosition.later(source.options()).isPresent())
        .findFirst();
  }

  private static StartPosition position(ResolvedSource source) {
    return StartPosition.later(source.options()).orElseThrow();
  }

  private static String startsAt(ResolvedSource source) {
    return "its source "
        + source.name()
        + " starts at '"
        + position(source).value()
        + "', not at the beginning";
  }

  /**
   * @param accepted whether 'rebuild' accepts it
   */
  private record Reason(String text, boolean accepted) {}

  private Optional<Reason> reason(ResolvedTarget target) {
    List<ResolvedSnapshot> snapshots = pipeline.snapshotsOf(target.name());
    if (!snapshots.isEmpty()) {
      return Optional.of(
          new Reason(
              "its snapshot "
                  + snapshots.get(0).name()
                  + " would lack every row without a new event",
              false));
    }
    if (pipeline.isRead(target.name())) {
      return Optional.of(
          new Reason("what reads it would lack the changes of earlier events", false));
    }
    if (target.ignoresNulls()) {
      return Optional.of(
          new Reason(
              "with IGNORE NULL UPDATES its rows don't tell which events set their values", false));
    }
    if (target.sequenceColumns().isEmpty()) {
      return Optional.of(
          new Reason(
              "SEQUENCE BY is no column of the table, so nothing tells which events are older than"
                  + " its rows",
              false));
    }
    boolean deletes =
        pipeline.flowsInto(target.name()).stream()
            .anyMatch(
                flow ->
                    flow instanceof ResolvedFlow.Cdc cdc && (cdc.hasDelete() || cdc.hasTruncate()));
    return deletes && pipeline.settings().withoutState() != WithoutState.REBUILD
        ? Optional.of(
            new Reason(
                "the rows tell their last sequences, but deletes left none: an event older than a"
                    + " delete or truncate would bring its row back",
                true))
        : Optional.empty();
  }

  /** Rows whose starts don't come again would stay beside those that do, and overlap them. */
  private static String history(ResolvedTarget target) {
    return "History table "
        + target.name()
        + " has rows, but this start has no state of it, and its rows do not tell which events they"
        + " are made of. Nothing was written. Start from the state of the last run (--state DIR; on a"
        + " cluster flink run -s); or give --full-refresh "
        + target.name()
        + ", which fills it anew in one go from what its sources still have; or, if they give every"
        + " event again, always do that with "
        + REPLAY;
  }

  private static String message(
      ResolvedTarget target, ResolvedSource source, String reason, boolean accepted) {
    return "Table "
        + target.name()
        + " has rows, but this start has no state of it, and "
        + startsAt(source)
        + ": "
        + reason
        + ". Nothing was written. Start from the state of the last run (--state DIR; on a cluster"
        + " flink run -s); or let the source start "
        + position(source).remedy()
        + (accepted ? "; or accept that with '" + OPTION + "' = 'rebuild'" : "")
        + "; or, if the source gives every event again that the rows are made of, say so with "
        + REPLAY;
  }
}
