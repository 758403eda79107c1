/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import dev.deltacdc.job.decode.CsvHeader;
import dev.deltacdc.job.decode.DecodeException;
import dev.deltacdc.job.decode.RecordFormat;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.Path;

/** What can be said about a source's files before the job runs. */
final class FileCheck {

  /** Headers beyond these are looked at when their file is read. */
  private static final int MAX_HEADERS = 100;

  private FileCheck() {}

  /**
   * Checks that the path exists and that the headers of the files there now have the columns. A
   * header that turns out to lack one later rejects its file's lines.
   *
   * @return a notice about columns that no header has; empty if there is no such column
   * @throws IllegalArgumentException that says what is wrong and where
   */
  static Optional<String> check(String source, Path path, LinesFormat lines, RecordFormat format) {
    try {
      if (!path.getFileSystem().exists(path)) {
        throw new FileNotFoundException(path.toString());
      }
      FileListing listing = new FileListing(path, lines.snapshots());
      List<FileStatus> found = listing.list();
      listing.checkAscending(List.of(), found);
      List<FileStatus> files = new ArrayList<>();
      for (FileStatus file : found) {
        files.addAll(file.isDir() ? listing.parts(file.getPath()).files() : List.of(file));
      }
      MissingColumns missing = new MissingColumns(source, format.rowType());
      for (FileStatus file : files.subList(0, Math.min(files.size(), MAX_HEADERS))) {
        if (format.csv().header()) {
          header(source, file.getPath(), lines, format).ifPresent(missing::add);
        } else if (format.kind() == RecordFormat.Kind.CSV) {
          checkNoHeader(source, file.getPath(), lines, format);
        }
      }
      return missing.notice();
    } catch (FileNotFoundException e) {
      throw new IllegalArgumentException(
          "source '"
              + source
              + "': there is no file or folder "
              + path
              + " (a relative path starts at the folder of the pipeline file)",
          e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "source '" + source + "': " + path + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** The file's header; empty if the file is. */
  private static Optional<CsvHeader> header(
      String source, Path file, LinesFormat lines, RecordFormat format) throws IOException {
    byte[] header = lines.readHeader(file);
    if (header == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          CsvHeader.parse(header, format.csv(), format.rowType(), format.primaryKey()));
    } catch (DecodeException e) {
      throw new IllegalArgumentException(
          "source '" + source + "': " + lines.name(file) + ": " + e.getMessage(), e);
    }
  }

  /** A header that is not declared as one would be an event of its own in every file. */
  private static void checkNoHeader(
      String source, Path file, LinesFormat lines, RecordFormat format) throws IOException {
    byte[] first = lines.readHeader(file);
    if (first != null && CsvHeader.isOne(first, format.csv(), format.rowType())) {
      throw new IllegalArgumentException(
          "source '"
              + source
              + "': "
              + lines.name(file)
              + ": the first line holds the columns' names. Set 'csv.header' = 'true'");
    }
  }
}
