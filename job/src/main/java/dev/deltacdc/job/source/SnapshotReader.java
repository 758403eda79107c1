/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.io.IOException;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * Reads the files of one full snapshot, one after the other, and tells its end behind the last.
 *
 * <p>A position is that of {@link LinesReader} in one of the files, with the number of the file
 * above the {@value #LINE_BITS} bits of the line number.
 */
class SnapshotReader implements BulkFormat.Reader<RawRecord> {

  private static final int LINE_BITS = 40;
  private static final long LINE_MASK = (1L << LINE_BITS) - 1;

  private final LinesFormat format;
  private final List<FileStatus> parts;
  private final RawRecord end;
  @Nullable private final Long time;
  @Nullable private LinesReader lines;
  private int part;
  private long offset;
  private long line;
  private boolean empty;
  private boolean ended;

  /**
   * @param name of the snapshot, for errors
   * @param time what records tell as theirs; null: when their file was modified
   * @param offset where to go on, in bytes of a part
   * @param place the part and the number of lines of it that were read
   */
  SnapshotReader(
      LinesFormat format,
      SnapshotParts parts,
      String name,
      long version,
      @Nullable Long time,
      long offset,
      long place) {
    this.format = format;
    this.parts = parts.files();
    this.end = RawRecord.end(name, 0, version);
    this.time = time;
    this.part = (int) (place >>> LINE_BITS);
    this.line = place & LINE_MASK;
    this.offset = offset;
    // A position is behind a record, or behind an end that was told.
    this.empty = offset == 0 && place == 0;
  }

  /** The reader of a snapshot whose version stands in its name. */
  static SnapshotReader ofSeries(LinesFormat format, FileSourceSplit split, long offset, long place)
      throws IOException {
    Path path = split.path();
    SnapshotParts parts = new FileListing(path.getParent(), format.snapshots()).parts(path);
    if (place > 0 && parts.length() != split.fileSize()) {
      throw new SuppressRestartsException(
          new IllegalArgumentException(
              "The snapshot "
                  + format.name(path)
                  + " had "
                  + split.fileSize()
                  + " bytes when reading it began, and has "
                  + parts.length()
                  + " now. Files that are read must not change: put it back as it was"));
    }
    return new SnapshotReader(
        format,
        parts,
        format.name(path),
        format.snapshots().version().of(path),
        null,
        offset,
        place);
  }

  @Override
  @Nullable
  public BulkFormat.RecordIterator<RawRecord> readBatch() throws IOException {
    while (!ended && part < parts.size()) {
      if (lines == null) {
        lines = open(parts.get(part));
      }
      LinesReader.Batch batch = lines.read();
      if (batch != null) {
        empty &= lines.isEmpty();
        return batch;
      }
      close();
      part++;
      offset = 0;
      line = 0;
    }
    if (ended || !isWhole()) {
      return null;
    }
    SnapshotFiles snapshots = format.snapshots();
    if (empty && !snapshots.allowEmpty() && !snapshots.partial()) {
      throw noRecord();
    }
    ended = true;
    LinesReader.Batch batch = new LinesReader.Batch();
    batch.add(end, 0, place(part, 0));
    return batch;
  }

  /** Whether what was read is a snapshot, so that its end is told. */
  boolean isWhole() throws IOException {
    return true;
  }

  private LinesReader open(FileStatus file) throws IOException {
    return new LinesReader(
        format,
        file.getPath(),
        time == null ? file.getModificationTime() : time,
        file.getLen(),
        offset,
        line,
        place(part, 0));
  }

  private static long place(int part, long line) {
    return ((long) part << LINE_BITS) | line;
  }

  @Override
  public void close() throws IOException {
    if (lines != null) {
      lines.close();
      lines = null;
    }
  }

  private SuppressRestartsException noRecord() {
    return new SuppressRestartsException(
        new IllegalArgumentException(
            "The snapshot "
                + end.partition()
                + " has no record: taking it would delete every row, so it is refused. Put the"
                + " whole file in its place; or, if there are no rows, set '"
                + FormatOptions.SNAPSHOT_ALLOW_EMPTY.key()
                + "' = 'true' in the source"));
  }
}
