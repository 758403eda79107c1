/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.deltacdc.delta.HadoopSettings;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The records of a pipeline's runs: {@code _deltacdc/runs/PIPELINE/RUN} in the lake. */
public final class RunFolders {

  static final String SUFFIX = ".jsonl";

  private static final Logger LOG = LoggerFactory.getLogger(RunFolders.class);
  private static final DateTimeFormatter START =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS'Z'").withZone(ZoneOffset.UTC);

  private final String uri;
  private final Map<String, String> hadoop;

  /**
   * @param lake its URI or absolute path
   * @param hadoop settings of its file system
   */
  public RunFolders(String lake, Map<String, String> hadoop, String pipeline) {
    this.uri = lake + "/_deltacdc/runs/" + FileName.of(pipeline);
    this.hadoop = Map.copyOf(hadoop);
  }

  /** The folder of a run that starts now; made when something is written to it. */
  public RunFolder next() {
    String run = START.format(Instant.now()) + "-" + UUID.randomUUID().toString().substring(0, 4);
    return new RunFolder(uri + "/" + run, hadoop);
  }

  /** All that are there. */
  public List<RunFolder> newestFirst() throws IOException {
    Path folder = new Path(uri);
    try {
      return Arrays.stream(files(folder).listStatus(folder))
          .filter(FileStatus::isDirectory)
          .map(status -> status.getPath().getName())
          .sorted(Comparator.reverseOrder())
          .map(run -> new RunFolder(uri + "/" + run, hadoop))
          .toList();
    } catch (FileNotFoundException e) {
      return List.of();
    }
  }

  /** Removes all but the newest. A folder that cannot be removed stays. */
  public void keep(int runs) {
    try {
      for (RunFolder old : newestFirst().stream().skip(runs).toList()) {
        Path path = new Path(old.uri());
        files(path).delete(path, /* recursive= */ true);
      }
    } catch (IOException e) {
      LOG.warn("Old records of runs in {} stay: {}", uri, e.toString());
    }
  }

  /** Reads the lines of a run, those of each writer in their order. */
  void read(RunFolder run, Consumer<String> line) throws IOException {
    Path folder = new Path(run.uri());
    FileSystem files = files(folder);
    FileStatus[] parts = files.listStatus(folder, path -> path.getName().endsWith(SUFFIX));
    Arrays.sort(parts, Comparator.comparing(part -> part.getPath().getName()));
    for (FileStatus part : parts) {
      try (BufferedReader reader =
          new BufferedReader(new InputStreamReader(files.open(part.getPath()), UTF_8))) {
        reader.lines().forEach(line);
      }
    }
  }

  private FileSystem files(Path path) throws IOException {
    return path.getFileSystem(HadoopSettings.load(hadoop));
  }
}
