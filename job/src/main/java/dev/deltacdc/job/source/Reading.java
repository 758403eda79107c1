/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import dev.deltacdc.job.triggered.HeldSource;
import dev.deltacdc.job.triggered.UnreadSource;
import java.time.Duration;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceSplit;

/**
 * Until when a source is read.
 *
 * @param once its rows belong to full loads (AUTO CDC ONCE) alone: what comes after the first run
 *     has begun is not looked for
 * @param unread whether this run, which is triggered, leaves the source where the last one came
 */
public record Reading(Until until, boolean once, boolean unread) {

  /** Files that are there, Kafka for ever, unless the options say otherwise. */
  public static final Reading AS_DECLARED = new Reading(Until.DECLARED, false, false);

  /** The ends there are. */
  public enum Until {
    /** What the source's options say. */
    DECLARED,
    /** What is there when the run starts; the next run goes on behind it. */
    NOW,
    /** For ever, files too. */
    STOPPED
  }

  /** How often folders are looked at in a run that goes on, unless the source says it. */
  private static final Duration MONITOR_INTERVAL = Duration.ofSeconds(10);

  /**
   * How often to look for new files.
   *
   * @param declared what the source says
   */
  @Nullable
  Duration monitorInterval(@Nullable Duration declared) {
    return switch (until) {
      case DECLARED -> declared;
      case NOW -> null;
      case STOPPED -> once ? null : declared == null ? MONITOR_INTERVAL : declared;
    };
  }

  /**
   * Whether the source waits at its end for the run's. Full loads do in every mode, so that modes
   * may change: one that ends could not be gone on with.
   */
  public boolean isHeld() {
    return until == Until.NOW || (until == Until.STOPPED && once);
  }

  /** A source that waits at its end, or where it is. */
  <T, SplitT extends SourceSplit, StateT> Source<T, SplitT, StateT> held(
      Source<T, SplitT, StateT> source, TypeInformation<T> type) {
    return unread ? new UnreadSource<>(source, type) : new HeldSource<>(source, type);
  }
}
