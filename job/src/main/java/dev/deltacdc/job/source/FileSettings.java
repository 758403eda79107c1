/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import dev.deltacdc.job.pipeline.Rule;
import java.time.Duration;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.core.fs.Path;

/**
 * The options of a file source.
 *
 * @param path as it is written
 * @param monitorInterval how often to look for new files; {@code null}: once
 * @param snapshots {@code null}: files hold events
 */
record FileSettings(
    String path, @Nullable Duration monitorInterval, @Nullable SnapshotFiles snapshots) {

  static FileSettings read(OptionReader options) {
    String path = options.require(FormatOptions.PATH).orElse("");
    Optional<Duration> interval = options.read(FormatOptions.MONITOR_INTERVAL, Duration.class);
    if (interval.isPresent() && interval.get().toMillis() < 1) {
      options.problem(
          Rule.INVALID_OPTION, "'" + FormatOptions.MONITOR_INTERVAL.key() + "' must be above 0");
    }
    SnapshotFiles snapshots = SnapshotFiles.read(options);
    if (snapshots != null && options.read(FormatOptions.FORMAT).orElse("").startsWith("debezium")) {
      options.problem(
          Rule.CONFLICTING_OPTIONS,
          "'" + FormatOptions.FORMAT.key() + "': a snapshot has rows, not Debezium's events");
    }
    return new FileSettings(path, interval.orElse(null), snapshots);
  }

  /**
   * The path to read: a relative one starts at the folder of the pipeline file.
   *
   * @param baseDir {@code null}: the working directory
   */
  Path resolve(@Nullable java.nio.file.Path baseDir) {
    if (!isRelative()) {
      return new Path(path);
    }
    java.nio.file.Path base = baseDir == null ? java.nio.file.Path.of("") : baseDir;
    return Path.fromLocalFile(base.resolve(path).toAbsolutePath().normalize().toFile());
  }

  boolean isRelative() {
    return !path.matches("[a-zA-Z][a-zA-Z0-9+.-]+:.*") && !path.startsWith("/");
  }

  /** What the files' names in positions are relative to. */
  static String base(@Nullable java.nio.file.Path baseDir) {
    java.nio.file.Path base = baseDir == null ? java.nio.file.Path.of("") : baseDir;
    String path = base.toAbsolutePath().normalize().toString();
    return path.endsWith("/") ? path : path + "/";
  }
}
