/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import javax.annotation.Nullable;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.PendingSplitsCheckpoint;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.util.FlinkRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands out one location as a full snapshot: once at the start of a run, again after each restart,
 * and, if monitored, whenever its files have changed. The version is the time, but always greater
 * than the last one, which is all that is in state.
 *
 * <p>A snapshot that a restart breaks off is dropped: {@link RereadReader} does not tell its end.
 * The one that follows is the location as it is then, so that two states of it are never mixed.
 */
final class RereadEnumerator
    implements SplitEnumerator<FileSourceSplit, PendingSplitsCheckpoint<FileSourceSplit>> {

  /** A location that cannot be listed so often in a row stops the job. */
  private static final int MAX_FAILED_LISTINGS = 10;

  /** A bounded run stops if the location changes so often while it is read. */
  private static final int MAX_READINGS = 10;

  /** Of the path that stands for the last version in state. */
  private static final String SCHEME = "read-time";

  private static final Logger LOG = LoggerFactory.getLogger(RereadEnumerator.class);

  private final SplitEnumeratorContext<FileSourceSplit> context;
  private final FileListing listing;
  @Nullable private final Duration monitorInterval;
  private final LongSupplier clock;
  private long lastVersion;

  /** What was handed out last; null: the location is to be read in any case. */
  @Nullable private String handedOut;

  /** The reader, while it waits for work. */
  @Nullable private Integer waiting;

  private int readings;
  private int failedListings;

  /**
   * @param state the paths in state; empty without state
   * @param monitorInterval how often to look whether the files changed; {@code null}: the location
   *     is read once
   * @param clock milliseconds since 1970
   */
  RereadEnumerator(
      SplitEnumeratorContext<FileSourceSplit> context,
      FileListing listing,
      Collection<Path> state,
      @Nullable Duration monitorInterval,
      LongSupplier clock) {
    this.context = context;
    this.listing = listing;
    this.monitorInterval = monitorInterval;
    this.clock = clock;
    this.lastVersion =
        state.stream()
            .filter(path -> SCHEME.equals(path.toUri().getScheme()))
            .mapToLong(path -> Long.parseLong(path.getName()))
            .max()
            .orElse(Long.MIN_VALUE);
  }

  @Override
  public void start() {
    if (monitorInterval != null) {
      long millis = monitorInterval.toMillis();
      context.callAsync(listing::location, this::listed, millis, millis);
    }
  }

  /** Comes with every start of the reader, which broke off what it read before. */
  @Override
  public void addReader(int subtask) {
    handedOut = null;
    waiting = null;
  }

  @Override
  public void handleSplitRequest(int subtask, @Nullable String hostname) {
    waiting = subtask;
    context.callAsync(listing::location, this::listed);
  }

  @Override
  public void addSplitsBack(List<FileSourceSplit> splits, int subtask) {
    // A reader that starts anew gets a new one.
  }

  @Override
  public PendingSplitsCheckpoint<FileSourceSplit> snapshotState(long checkpointId) {
    return PendingSplitsCheckpoint.fromCollectionSnapshot(
        List.of(),
        lastVersion == Long.MIN_VALUE
            ? List.of()
            : List.of(new Path(SCHEME, null, "/" + lastVersion)));
  }

  @Override
  public void close() {}

  private void listed(Optional<SnapshotParts> location, @Nullable Throwable failure) {
    if (failure != null) {
      failed(failure);
      return;
    }
    failedListings = 0;
    if (waiting == null) {
      return;
    }
    String digest = location.map(Reread::digest).orElse(null);
    if (digest != null && !digest.equals(handedOut)) {
      handOut(location.get(), digest);
    } else if (monitorInterval == null) {
      checkMarked(digest);
      context.signalNoMoreSplits(waiting);
      waiting = null;
    }
  }

  private void handOut(SnapshotParts parts, String digest) {
    if (monitorInterval == null && ++readings > MAX_READINGS) {
      throw new FlinkRuntimeException(
          listing.path()
              + " changed "
              + MAX_READINGS
              + " times while it was read, so it was never read as a whole. Write files elsewhere"
              + " and move them in when they are whole");
    }
    lastVersion = Math.max(clock.getAsLong(), lastVersion + 1);
    handedOut = digest;
    context.assignSplit(
        new FileSourceSplit(
            new Reread(lastVersion, digest).splitId(),
            listing.path(),
            0,
            parts.length(),
            parts.modificationTime(),
            parts.length()),
        waiting);
    waiting = null;
  }

  private void checkMarked(@Nullable String digest) {
    if (digest == null) {
      throw new SuppressRestartsException(
          new IllegalArgumentException(
              listing.path()
                  + " has no file "
                  + listing.snapshots().marker()
                  + ", which '"
                  + FormatOptions.SNAPSHOT_MARKER.key()
                  + "' names, so it is not whole and was not read. Run again when it is written"));
    }
  }

  private void failed(Throwable failure) {
    if (failure instanceof IllegalArgumentException) {
      throw new SuppressRestartsException(failure);
    }
    if (monitorInterval == null || ++failedListings >= MAX_FAILED_LISTINGS) {
      throw new FlinkRuntimeException(listing.path() + " could not be listed", failure);
    }
    LOG.warn(
        "{} could not be listed; trying again in {}", listing.path(), monitorInterval, failure);
  }
}
