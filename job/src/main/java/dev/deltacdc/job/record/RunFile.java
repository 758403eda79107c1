/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.deltacdc.delta.HadoopSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lines of one writer. On this machine they are added to a file; elsewhere the file is written
 * again with them, so it is kept small, and a next one follows. A writer keeps its newest {@value
 * #MOST_PARTS} files, those of its earlier attempts among them. A record that cannot be written
 * never stops the job: that is logged, and the lines are tried again with the next ones, {@value
 * #MOST_UNWRITTEN_BYTES} bytes of them at most.
 */
public final class RunFile {

  private static final Logger LOG = LoggerFactory.getLogger(RunFile.class);

  private static final int PART_BYTES = 256 << 10;
  private static final int MOST_PARTS = 64;
  private static final int MOST_UNWRITTEN_BYTES = 1 << 20;

  private final RunFolder folder;
  private final String writer;
  private final String name;
  private final ByteArrayOutputStream part = new ByteArrayOutputStream();
  private int written;
  private int number;

  RunFile(RunFolder folder, String writer) {
    this.folder = folder;
    this.writer = writer;
    this.name = writer + "-" + System.currentTimeMillis();
  }

  /** Adds lines, all or none. */
  public void add(List<ObjectNode> lines) {
    if (lines.isEmpty()) {
      return;
    }
    lines.forEach(line -> part.writeBytes((line + "\n").getBytes(UTF_8)));
    try {
      write();
    } catch (IOException e) {
      LOG.warn("The record of this run, {}, cannot be written: {}", folder, e.toString());
    }
    boolean whole = written == part.size();
    if (part.size() > (whole ? PART_BYTES : MOST_UNWRITTEN_BYTES)) {
      part.reset();
      written = 0;
      number++;
    }
  }

  private void write() throws IOException {
    org.apache.hadoop.fs.Path file = path();
    FileSystem files = file.getFileSystem(HadoopSettings.load(folder.hadoop()));
    if (written == 0) {
      removeOld(files);
    }
    if (isLocal(files)) {
      Path local = Path.of(file.toUri().getPath());
      Files.createDirectories(local.getParent());
      byte[] all = part.toByteArray();
      try (OutputStream out =
          Files.newOutputStream(local, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
        out.write(all, written, all.length - written);
      }
    } else {
      try (OutputStream out = files.create(file, /* overwrite= */ true)) {
        part.writeTo(out);
      }
    }
    written = part.size();
  }

  /** Makes room for the next file; what cannot be removed stays. */
  private void removeOld(FileSystem files) {
    Pattern names = Pattern.compile(Pattern.quote(writer) + "-\\d+-\\d+" + RunFolders.SUFFIX);
    try {
      FileStatus[] all =
          files.listStatus(
              new org.apache.hadoop.fs.Path(folder.uri()),
              path -> names.matcher(path.getName()).matches());
      Arrays.sort(all, Comparator.comparing(file -> file.getPath().getName()));
      for (int i = 0; i <= all.length - MOST_PARTS; i++) {
        files.delete(all[i].getPath(), /* recursive= */ false);
      }
    } catch (IOException e) {
      LOG.debug("Old files of {} in {} stay, if there are any.", writer, folder, e);
    }
  }

  private org.apache.hadoop.fs.Path path() {
    return new org.apache.hadoop.fs.Path(
        folder.uri(), "%s-%05d%s".formatted(name, number, RunFolders.SUFFIX));
  }

  static boolean isLocal(FileSystem files) {
    return files.getScheme().equals("file");
  }
}
