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
import org.apache.flink.core.fs.Path;

/** Reads one file's records in batches, bounded by records and bytes. */
final class LinesReader implements BulkFormat.Reader<RawRecord> {

  private static final int BATCH_RECORDS = 1_000;
  private static final long BATCH_BYTES = 1 << 20;

  private final LineReader lines;
  private final String partition;
  @Nullable private final Long timeMillis;
  @Nullable private final RecordDetails details;
  @Nullable private byte[] header;
  private final boolean comments;
  private final long place;
  private long lineNumber;
  private boolean empty = true;

  /** The reader of a file that is a split. */
  LinesReader(LinesFormat format, FileSourceSplit split, long offset, long lineNumber)
      throws IOException {
    this(
        format,
        split.path(),
        split.fileModificationTime(),
        split.fileSize(),
        offset,
        lineNumber,
        0);
  }

  /**
   * @param time what records tell as theirs, in milliseconds since 1970; 0 is not known
   * @param size of the file in bytes
   * @param offset where to go on, in bytes
   * @param lineNumber of the line before
   * @param place what is added to the line numbers in positions
   */
  LinesReader(
      LinesFormat format, Path file, long time, long size, long offset, long lineNumber, long place)
      throws IOException {
    this.partition = format.name(file);
    this.timeMillis = time > 0 ? time : null;
    this.details = format.details() ? new RecordDetails.OfFile(file.toUri().getPath(), size) : null;
    this.lineNumber = lineNumber;
    this.place = place;
    this.comments = format.comments();
    if (!format.header()) {
      this.lines = format.open(file, offset);
    } else if (offset > 0) {
      this.header = format.readHeader(file);
      this.lines = format.open(file, offset);
    } else {
      this.lines = format.open(file, 0);
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
    return read();
  }

  /** The next records; null at the end. */
  @Nullable
  Batch read() throws IOException {
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
            place + lineNumber);
      }
    }
    return batch.size > 0 ? batch : null;
  }

  /** Whether no record was read, comments aside. */
  boolean isEmpty() {
    return empty;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }

  /** Records with the position behind each. */
  static final class Batch implements BulkFormat.RecordIterator<RawRecord> {
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
