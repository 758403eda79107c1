/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.PendingSplitsCheckpoint;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.util.FlinkRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands out files, each as one split with its path as id, in the order of their paths. Every path
 * that was ever listed is kept in state, so that no file is read twice. Full snapshots come in the
 * order of their versions.
 */
final class FilesEnumerator
    implements SplitEnumerator<FileSourceSplit, PendingSplitsCheckpoint<FileSourceSplit>> {

  /** A folder that cannot be listed so often in a row stops the job. */
  private static final int MAX_FAILED_LISTINGS = 10;

  private static final Logger LOG = LoggerFactory.getLogger(FilesEnumerator.class);

  private final SplitEnumeratorContext<FileSourceSplit> context;
  private final FileListing listing;
  private final PathsInState paths;
  private final ArrayDeque<FileSourceSplit> pending;
  private final Set<Path> known;
  private final Map<Path, Long> sizes = new HashMap<>();
  private final Set<Integer> waiting = new LinkedHashSet<>();
  @Nullable private final Duration monitorInterval;
  private int failedListings;

  FilesEnumerator(
      SplitEnumeratorContext<FileSourceSplit> context,
      FileListing listing,
      PathsInState paths,
      Collection<FileSourceSplit> pending,
      Collection<Path> known,
      @Nullable Duration monitorInterval) {
    this.context = context;
    this.listing = listing;
    this.paths = paths;
    this.pending = new ArrayDeque<>(pending);
    this.known = new HashSet<>(known);
    this.monitorInterval = monitorInterval;
  }

  /** Lists the files now. */
  void discover() throws IOException {
    add(listing.list());
  }

  @Override
  public void start() {
    if (monitorInterval != null) {
      long millis = monitorInterval.toMillis();
      context.callAsync(listing::list, this::listed, millis, millis);
    }
  }

  @Override
  public void handleSplitRequest(int subtask, @Nullable String hostname) {
    waiting.add(subtask);
    assign();
  }

  @Override
  public void addSplitsBack(List<FileSourceSplit> splits, int subtask) {
    for (int i = splits.size() - 1; i >= 0; i--) {
      pending.addFirst(splits.get(i));
    }
    assign();
  }

  @Override
  public void addReader(int subtask) {
    // Readers ask for their splits.
  }

  @Override
  public PendingSplitsCheckpoint<FileSourceSplit> snapshotState(long checkpointId) {
    return PendingSplitsCheckpoint.fromCollectionSnapshot(
        List.copyOf(pending), known.stream().map(paths::toState).toList());
  }

  @Override
  public void close() {}

  private void listed(@Nullable List<FileStatus> files, @Nullable Throwable failure) {
    if (failure instanceof IllegalArgumentException) {
      throw new SuppressRestartsException(failure); // the name of a snapshot
    }
    if (failure == null) {
      failedListings = 0;
      try {
        add(files);
      } catch (IllegalArgumentException e) {
        throw new SuppressRestartsException(e);
      }
      assign();
    } else if (++failedListings >= MAX_FAILED_LISTINGS) {
      throw new FlinkRuntimeException(
          listing.path() + " could not be listed " + failedListings + " times in a row", failure);
    } else {
      LOG.warn(
          "{} could not be listed; trying again in {}", listing.path(), monitorInterval, failure);
    }
  }

  private void add(List<FileStatus> files) {
    listing.checkAscending(known, files);
    sizes.keySet().retainAll(files.stream().map(FileStatus::getPath).collect(Collectors.toSet()));
    for (FileStatus file : files) {
      Path path = file.getPath();
      Long size = sizes.put(path, file.getLen());
      if (size != null && size != file.getLen()) {
        LOG.warn(
            "{} changed from {} to {} bytes after it was first seen: what was added may not be"
                + " read. Write files elsewhere and move them in when they are whole.",
            path,
            size,
            file.getLen());
      }
      if (known.add(path)) {
        pending.add(
            new FileSourceSplit(
                path.toString(),
                path,
                0,
                file.getLen(),
                file.getModificationTime(),
                file.getLen()));
      }
    }
  }

  private void assign() {
    Iterator<Integer> readers = waiting.iterator();
    while (readers.hasNext()) {
      int subtask = readers.next();
      if (!context.registeredReaders().containsKey(subtask)) {
        readers.remove();
      } else if (!pending.isEmpty()) {
        readers.remove();
        context.assignSplit(pending.poll(), subtask);
      } else if (monitorInterval == null) {
        readers.remove();
        context.signalNoMoreSplits(subtask);
      } else {
        return;
      }
    }
  }
}
