/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import dev.deltacdc.job.pipeline.Rule;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.configuration.ConfigOption;

/**
 * Says that the files of a source are full snapshots.
 *
 * @param version where its version stands
 * @param allowEmpty whether one without a record is taken, and deletes everything
 * @param partial whether they may lack rows, so that none is deleted
 * @param folders whether each folder is one, with its files as parts; else each file
 * @param marker the name of the file without which a folder is not whole; null: none is needed
 */
public record SnapshotFiles(
    SnapshotVersion version,
    boolean allowEmpty,
    boolean partial,
    boolean folders,
    @Nullable String marker)
    implements Serializable {

  private static final List<ConfigOption<?>> REFINEMENTS =
      List.of(
          FormatOptions.SNAPSHOT_ALLOW_EMPTY,
          FormatOptions.SNAPSHOT_PARTIAL,
          FormatOptions.SNAPSHOT_FOLDERS,
          FormatOptions.SNAPSHOT_MARKER);

  /** Those of a WITH clause; empty if it has none, or they are wrong, or its files are events. */
  public static Optional<SnapshotFiles> of(Map<String, String> options) {
    return options.getOrDefault("connector", "").equals("filesystem")
        ? Optional.ofNullable(read(new OptionReader(options)))
        : Optional.empty();
  }

  /** Whether all files of the path are one snapshot, which is read again and again. */
  public boolean isReread() {
    return version == SnapshotVersion.READ_TIME;
  }

  @Nullable
  static SnapshotFiles read(OptionReader options) {
    Optional<SnapshotVersion> version =
        options.read(FormatOptions.SNAPSHOT_VERSION, SnapshotVersion.class);
    boolean allowEmpty =
        options.read(FormatOptions.SNAPSHOT_ALLOW_EMPTY, Boolean.class).orElse(false);
    boolean partial = options.read(FormatOptions.SNAPSHOT_PARTIAL, Boolean.class).orElse(false);
    boolean folders = options.read(FormatOptions.SNAPSHOT_FOLDERS, Boolean.class).orElse(false);
    String marker = options.read(FormatOptions.SNAPSHOT_MARKER).orElse(null);
    if (!options.has(FormatOptions.SNAPSHOT_VERSION)) {
      for (ConfigOption<?> option : REFINEMENTS) {
        if (options.has(option)) {
          options.problem(
              Rule.MISSING_OPTION,
              "'"
                  + option.key()
                  + "' goes with '"
                  + FormatOptions.SNAPSHOT_VERSION.key()
                  + "', which says that files are full snapshots");
        }
      }
    }
    if (version.isEmpty()) {
      return null;
    }
    SnapshotFiles files = new SnapshotFiles(version.get(), allowEmpty, partial, folders, marker);
    files.check(options);
    return files;
  }

  private void check(OptionReader options) {
    if (isReread() && folders) {
      options.problem(
          Rule.CONFLICTING_OPTIONS,
          "'"
              + FormatOptions.SNAPSHOT_FOLDERS.key()
              + "': with the version "
              + version
              + " all files of the path are one snapshot already");
    }
    if (marker != null && !isReread() && !folders) {
      options.problem(
          Rule.MISSING_OPTION,
          "'"
              + FormatOptions.SNAPSHOT_MARKER.key()
              + "' goes with '"
              + FormatOptions.SNAPSHOT_FOLDERS.key()
              + "' = 'true': a file is whole when it is moved in");
    }
    if (marker != null && (marker.isBlank() || marker.contains("/"))) {
      options.problem(
          Rule.INVALID_OPTION,
          "'" + FormatOptions.SNAPSHOT_MARKER.key() + "' is the name of a file");
    }
  }
}
