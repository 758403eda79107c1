/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.PendingSplitsCheckpoint;
import org.apache.flink.connector.file.src.PendingSplitsCheckpointSerializer;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Flink's file source with an enumerator of our own. Flink's numbers its splits anew after a
 * restore, so that a file found later can get the id, and with it the position, of one that is
 * still being read; hands files out in the order in which the file system happens to list them; and
 * forgets, if bounded, which files it has read. Readers, splits and the form of the state are
 * Flink's, but for the paths in it.
 */
final class FilesSource
    implements Source<RawRecord, FileSourceSplit, PendingSplitsCheckpoint<FileSourceSplit>>,
        ResultTypeQueryable<RawRecord> {

  private static final long serialVersionUID = 1L;

  private final Path path;
  private final PathsInState paths;
  @Nullable private final Duration monitorInterval;
  private final boolean listAgain;
  @Nullable private final SnapshotFiles snapshots;
  private final FileSource<RawRecord> files;

  /**
   * @param path a file, or a folder that is read with all folders in it
   * @param paths how they are named in state
   * @param monitorInterval how often to look for new files; {@code null}: once, at the start
   * @param listAgain whether to look at each start from state, too
   */
  FilesSource(
      Path path,
      PathsInState paths,
      LinesFormat format,
      @Nullable Duration monitorInterval,
      boolean listAgain) {
    this.path = path;
    this.paths = paths;
    this.monitorInterval = monitorInterval;
    this.listAgain = listAgain;
    this.snapshots = format.snapshots();
    this.files = FileSource.forBulkFileFormat(format, path).build();
  }

  @Override
  public Boundedness getBoundedness() {
    return monitorInterval == null ? Boundedness.BOUNDED : Boundedness.CONTINUOUS_UNBOUNDED;
  }

  @Override
  public SourceReader<RawRecord, FileSourceSplit> createReader(SourceReaderContext context) {
    return files.createReader(context);
  }

  @Override
  public SplitEnumerator<FileSourceSplit, PendingSplitsCheckpoint<FileSourceSplit>>
      createEnumerator(SplitEnumeratorContext<FileSourceSplit> context) {
    if (isReread()) {
      return reread(context, List.of());
    }
    return listed(
        new FilesEnumerator(context, listing(), paths, List.of(), Set.of(), monitorInterval));
  }

  private static FilesEnumerator listed(FilesEnumerator enumerator) {
    try {
      enumerator.discover();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return enumerator;
  }

  @Override
  public SplitEnumerator<FileSourceSplit, PendingSplitsCheckpoint<FileSourceSplit>>
      restoreEnumerator(
          SplitEnumeratorContext<FileSourceSplit> context,
          PendingSplitsCheckpoint<FileSourceSplit> checkpoint) {
    if (isReread()) {
      return reread(context, checkpoint.getAlreadyProcessedPaths());
    }
    FilesEnumerator enumerator =
        new FilesEnumerator(
            context,
            listing(),
            paths,
            checkpoint.getSplits(),
            checkpoint.getAlreadyProcessedPaths().stream().map(paths::fromState).toList(),
            monitorInterval);
    return listAgain ? listed(enumerator) : enumerator;
  }

  private boolean isReread() {
    return snapshots != null && snapshots.isReread();
  }

  private RereadEnumerator reread(
      SplitEnumeratorContext<FileSourceSplit> context, Collection<Path> state) {
    return new RereadEnumerator(
        context, listing(), state, monitorInterval, System::currentTimeMillis);
  }

  private FileListing listing() {
    return new FileListing(path, snapshots);
  }

  @Override
  public SimpleVersionedSerializer<FileSourceSplit> getSplitSerializer() {
    return paths.splitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<PendingSplitsCheckpoint<FileSourceSplit>>
      getEnumeratorCheckpointSerializer() {
    return new PendingSplitsCheckpointSerializer<>(paths.splitSerializer());
  }

  @Override
  public TypeInformation<RawRecord> getProducedType() {
    return RawRecordTypeInfo.INSTANCE;
  }
}
