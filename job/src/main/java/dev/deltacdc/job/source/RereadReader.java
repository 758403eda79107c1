/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a location once as a full snapshot. If its files change meanwhile, or the reading was
 * broken off by a restart, the snapshot's end is not told, so that nothing of it takes effect;
 * {@link RereadEnumerator} then hands the location out again, with a version of its own.
 */
final class RereadReader extends SnapshotReader {

  private static final Logger LOG = LoggerFactory.getLogger(RereadReader.class);

  private final FileListing location;
  private final String digest;
  private boolean changed;

  private RereadReader(
      LinesFormat format, FileListing location, SnapshotParts parts, Reread reread) {
    super(
        format,
        parts,
        format.name(location.path()),
        reread.version(),
        Long.valueOf(reread.version()),
        0,
        0);
    this.location = location;
    this.digest = reread.digest();
    this.changed = !Reread.digest(parts).equals(digest);
  }

  static RereadReader of(LinesFormat format, FileSourceSplit split) throws IOException {
    Reread reread = Reread.of(split.splitId());
    FileListing location = new FileListing(split.path(), format.snapshots());
    SnapshotParts parts = location.location().orElse(new SnapshotParts(List.of()));
    return new RereadReader(format, location, parts, reread);
  }

  /** The reader of what a restart left in the middle: no more of it is read. */
  static BulkFormat.Reader<RawRecord> brokenOff() {
    return new BrokenOff();
  }

  @Override
  @Nullable
  public BulkFormat.RecordIterator<RawRecord> readBatch() throws IOException {
    try {
      return changed ? null : super.readBatch();
    } catch (IOException e) {
      if (isWhole()) {
        throw e;
      }
      return null; // a file is gone
    }
  }

  /** Whether the files are still those that the reading began with; says so if not. */
  @Override
  boolean isWhole() throws IOException {
    changed = changed || !location.location().map(Reread::digest).equals(Optional.of(digest));
    if (changed) {
      LOG.warn(
          "{} changed while it was read, so nothing of that takes effect; it is read again. Write"
              + " files elsewhere and move them in when they are whole.",
          location.path());
    }
    return !changed;
  }

  private static final class BrokenOff implements BulkFormat.Reader<RawRecord> {
    @Override
    @Nullable
    public BulkFormat.RecordIterator<RawRecord> readBatch() {
      return null;
    }

    @Override
    public void close() {}
  }
}
