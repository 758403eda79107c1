/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.io.IOException;
import javax.annotation.Nullable;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.MutableRecordAndPosition;
import org.apache.flink.connector.file.src.util.RecordAndPosition;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/** Reads one file's records in batches, bounded by records and bytes. */
final class LinesReader implements BulkFormat.Reader<RawRecord> {

  private static final int BATCH_RECORDS = 1_000;
  private static final long BATCH_BYTES = 1 << 20;

  private final LineReader lines;
  private final String partition;
  @Nullable private final Long timeMillis;
  @Nullable private final RecordDetails details;
  @Nullable private byte[] header;
  @Nullable private final RawRecord end;
  private final boolean allowEmpty;
  private final boolean comments;
  private long lineNumber;
  private boolean empty;
  private boolean ended;

  LinesReader(LinesFormat format, FileSourceSplit split, long offset, long lineNumber)
      throws IOException {
    this.partition = format.name(split.path());
    this.timeMillis = split.fileModificationTime() > 0 ? split.fileModificationTime() : null;
    this.details =
        format.details()
            ? new RecordDetails.OfFile(split.path().toUri().getPath(), split.fileSize())
            : null;
    this.lineNumber = lineNumber;
    SnapshotFiles snapshots = format.snapshots();
    this.end =
        snapshots == null
            ? null
            : RawRecord.end(partition, 0, snapshots.version().of(split.path()));
    this.allowEmpty = snapshots == null || snapshots.allowEmpty() || snapshots.partial();
    this.comments = format.comments();
    // A position is behind a record, or behind an end that was told.
    this.empty = offset == 0;
    if (!format.header()) {
      this.lines = format.open(split.path(), offset);
    } else if (offset > 0) {
      this.header = format.readHeader(split.path());
      this.lines = format.open(split.path(), offset);
    } else {
      this.lines = format.open(split.path(), 0);
      while (header == null && lines.next()) {
        this.lineNumber++;
        if (format.isHeader(lines)) {
          header = lines.line();
        }
      }
    }
  }

  @Override
  @Nullable
  public BulkFormat.RecordIterator<RawRecord> readBatch() throws IOException {
    Batch batch = new Batch();
    long bytes = 0;
    while (batch.size < BATCH_RECORDS && bytes < BATCH_BYTES && lines.next()) {
      lineNumber++;
      if (!lines.isBlank()) {
        byte[] line = lines.line();
        empty &= comments && lines.startsWith('#');
        bytes += line.length;
        batch.add(
            new RawRecord(
                partition, lineNumber, timeMillis, line, lines.size(), header, null, 0, details),
            lines.offset(),
            lineNumber);
      }
    }
    if (batch.size > 0) {
      return batch;
    }
    if (end == null || ended) {
      return null;
    }
    if (empty && !allowEmpty) {
      throw new SuppressRestartsException(
          new IllegalArgumentException(
              "The snapshot "
                  + partition
                  + " has no record: taking it would delete every row, so it is refused. Put the"
                  + " whole file in its place; or, if there are no rows, set '"
                  + FormatOptions.SNAPSHOT_ALLOW_EMPTY.key()
                  + "' = 'true' in the source"));
    }
    ended = true;
    batch.add(end, lines.offset(), lineNumber);
    return batch;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }

  /** Records with the position behind each. */
  private static final class Batch implements BulkFormat.RecordIterator<RawRecord> {
    private final RawRecord[] records = new RawRecord[BATCH_RECORDS];
    private final long[] offsets = new long[BATCH_RECORDS];
    private final long[] lineNumbers = new long[BATCH_RECORDS];
    private final MutableRecordAndPosition<RawRecord> current = new MutableRecordAndPosition<>();
    private int size;
    private int next;

    void add(RawRecord record, long offset, long lineNumber) {
      records[size] = record;
      lineNumbers[size] = lineNumber;
      offsets[size++] = offset;
    }

    @Override
    @Nullable
    public RecordAndPosition<RawRecord> next() {
      if (next == size) {
        return null;
      }
      current.set(records[next], offsets[next], lineNumbers[next]);
      next++;
      return current;
    }

    @Override
    public void releaseBatch() {}
  }
}
