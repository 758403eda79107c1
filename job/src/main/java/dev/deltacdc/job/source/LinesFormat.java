/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.Path;

/**
 * Reads a file's lines as raw records. A file is read by one reader from beginning to end, so that
 * line numbers are right; blank lines count but are no records; {@code .gz} is decompressed.
 *
 * <p>A position in state is the byte at which the next line starts and the number of lines before
 * it (Flink calls the latter a count of records to skip; nothing is skipped here).
 *
 * @param base what a file's path is told relative to: the path of a folder that ends with a slash
 * @param header whether the first line that is neither blank nor a comment is the header
 * @param comments whether lines that start with # before the header are comments
 * @param maxRecordSize the longest line in bytes that is read whole
 * @param details whether records carry their file's {@link RecordDetails}
 * @param snapshots where the files are full snapshots, whose ends are told; else {@code null}
 */
record LinesFormat(
    @Nullable String base,
    boolean header,
    boolean comments,
    int maxRecordSize,
    boolean details,
    @Nullable SnapshotFiles snapshots)
    implements BulkFormat<RawRecord, FileSourceSplit> {

  private static final long serialVersionUID = 1L;

  @Override
  public Reader<RawRecord> createReader(Configuration config, FileSourceSplit split)
      throws IOException {
    return snapshots != null && snapshots.isReread()
        ? RereadReader.of(this, split)
        : reader(split, 0, 0);
  }

  @Override
  public Reader<RawRecord> restoreReader(Configuration config, FileSourceSplit split)
      throws IOException {
    CheckpointedPosition position = split.getReaderPosition().orElseThrow();
    return snapshots != null && snapshots.isReread()
        ? RereadReader.brokenOff()
        : reader(split, position.getOffset(), position.getRecordsAfterOffset());
  }

  private Reader<RawRecord> reader(FileSourceSplit split, long offset, long place)
      throws IOException {
    return snapshots == null
        ? new LinesReader(this, split, offset, place)
        : SnapshotReader.ofSeries(this, split, offset, place);
  }

  @Override
  public boolean isSplittable() {
    return false;
  }

  @Override
  public TypeInformation<RawRecord> getProducedType() {
    return RawRecordTypeInfo.INSTANCE;
  }

  /** How a file is called in positions: relative to the base if it is below it. */
  String name(Path file) {
    String path = file.toUri().getPath();
    return base != null && path.startsWith(base) ? path.substring(base.length()) : file.toString();
  }

  /** The file's lines from a byte on, which must be the start of a line. */
  LineReader open(Path file, long offset) throws IOException {
    FSDataInputStream raw = file.getFileSystem().open(file);
    try {
      if (!file.getName().endsWith(".gz")) {
        long length = file.getFileSystem().getFileStatus(file).getLen();
        if (length < offset) {
          throw shorter(file, offset);
        }
        raw.seek(offset);
        return new LineReader(raw, offset, maxRecordSize);
      }
      InputStream decompressed = new GZIPInputStream(raw, 64 * 1024);
      decompressed.skipNBytes(offset);
      return new LineReader(decompressed, offset, maxRecordSize);
    } catch (EOFException e) {
      raw.close();
      if (offset == 0) {
        throw new IOException(file + " is not a whole gzip file", e);
      }
      throw shorter(file, offset);
    } catch (IOException e) {
      raw.close();
      throw new IOException(file + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** The file's header line; {@code null} if the file has no line. */
  @Nullable
  byte[] readHeader(Path file) throws IOException {
    try (LineReader lines = open(file, 0)) {
      while (lines.next()) {
        if (isHeader(lines)) {
          return lines.line();
        }
      }
      return null;
    }
  }

  /** Whether a line is the header, given that none before it was. */
  boolean isHeader(LineReader lines) {
    return !lines.isBlank() && !(comments && lines.startsWith('#'));
  }

  private static IOException shorter(Path file, long offset) {
    return new IOException(
        file
            + " is shorter than the position "
            + offset
            + " to go on from: was it replaced? Files that were read must not change");
  }
}
