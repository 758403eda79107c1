/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source.enumerate;

import dev.deltacdc.delta.TableException;
import dev.deltacdc.source.SourceSettings;
import dev.deltacdc.source.split.DeltaSplit;
import dev.deltacdc.source.split.EnumeratorState;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.util.FlinkRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands out the files of one version after the other, each to the reader that asks first. The next
 * version is looked at when all files of the one before are with readers, not when they were read:
 * with several readers, rows of neighbouring versions may arrive mixed.
 */
public final class DeltaEnumerator implements SplitEnumerator<DeltaSplit, EnumeratorState> {

  private static final Logger LOG = LoggerFactory.getLogger(DeltaEnumerator.class);

  /** Looks in a row that may fail for a reason that may pass. */
  private static final int MOST_FAILURES = 10;

  private final SplitEnumeratorContext<DeltaSplit> context;
  private final SourceSettings settings;
  private final Discovery discovery;
  private final Deque<DeltaSplit> unassigned = new ArrayDeque<>();
  private final Set<Integer> idle = new LinkedHashSet<>();
  private long version;

  /** The newest version at the first look of this run; no other version is greater until then. */
  private long target = Long.MAX_VALUE;

  private boolean looking;
  private boolean mayFindMore = true;
  private int failures;

  /**
   * @param restored null for a start without state
   */
  public DeltaEnumerator(
      SplitEnumeratorContext<DeltaSplit> context,
      SourceSettings settings,
      @Nullable EnumeratorState restored) {
    this.context = context;
    this.settings = settings;
    this.discovery = new Discovery(settings, restored);
    this.version = restored == null ? EnumeratorState.NOT_STARTED : restored.version();
    if (restored != null) {
      unassigned.addAll(restored.waiting());
    }
  }

  @Override
  public void start() {
    context.metricGroup().gauge("tableVersion", () -> version);
    context.metricGroup().setUnassignedSplitsGauge(() -> (long) unassigned.size());
    if (isSnapshotKnown()) {
      return;
    }
    look();
    long interval = settings.monitorInterval().toMillis();
    context.callAsync(
        () -> true,
        (tick, error) -> {
          mayFindMore = true;
          proceed();
        },
        interval,
        interval);
  }

  /** Only one version is read, and its files are known. */
  private boolean isSnapshotKnown() {
    return settings.start().isSnapshotOnly() && version != EnumeratorState.NOT_STARTED;
  }

  /** No file comes after those that are known. */
  private boolean isAllKnown() {
    return isSnapshotKnown() || (settings.untilNow() && version >= target);
  }

  private void look() {
    looking = true;
    context.callAsync(discovery::look, this::found);
  }

  private void found(@Nullable Found found, @Nullable Throwable error) {
    looking = false;
    if (error != null) {
      mayFindMore = false;
      failed(error);
      return;
    }
    failures = 0;
    if (target == Long.MAX_VALUE) {
      target = found.newest();
      LOG.info(
          "Reading the table at {}: version {} is done or at hand, {} is the newest.",
          settings.path(),
          found.version(),
          found.newest());
    }
    version = found.version();
    unassigned.addAll(found.splits());
    mayFindMore = !found.splits().isEmpty() || version < target;
    LOG.debug("Version {} has {} files to read.", version, found.splits().size());
    proceed();
  }

  private void failed(Throwable error) {
    if (error instanceof TableException table) {
      if (table.permanent()) {
        throw table.stopping();
      }
      failures++;
      if (failures < MOST_FAILURES && !settings.start().isSnapshotOnly()) {
        LOG.warn("A look at the table at {} failed and is done again.", settings.path(), error);
        return;
      }
    }
    throw error instanceof RuntimeException unchecked
        ? unchecked
        : new FlinkRuntimeException(error);
  }

  /** Does what can be done: hands out files, looks for more. */
  private void proceed() {
    assign();
    if (!isAllKnown() && mayFindMore && !looking && unassigned.isEmpty()) {
      look();
    }
  }

  private void assign() {
    Iterator<Integer> readers = idle.iterator();
    while (readers.hasNext() && !unassigned.isEmpty()) {
      int reader = readers.next();
      readers.remove();
      if (context.registeredReaders().containsKey(reader)) {
        context.assignSplit(unassigned.remove(), reader);
      }
    }
    if (isAllKnown() && unassigned.isEmpty()) {
      idle.stream()
          .filter(context.registeredReaders()::containsKey)
          .forEach(context::signalNoMoreSplits);
      idle.clear();
    }
  }

  @Override
  public void handleSplitRequest(int reader, @Nullable String host) {
    idle.add(reader);
    proceed();
  }

  @Override
  public void addSplitsBack(List<DeltaSplit> splits, int reader) {
    idle.remove(reader);
    for (int i = splits.size() - 1; i >= 0; i--) {
      unassigned.addFirst(splits.get(i));
    }
    proceed();
  }

  @Override
  public void addReader(int reader) {
    idle.remove(reader);
  }

  @Override
  public EnumeratorState snapshotState(long checkpointId) {
    return new EnumeratorState(
        settings.layout().tableId(),
        version,
        List.copyOf(unassigned),
        settings.layout().changeFeed());
  }

  @Override
  public void close() {}
}
