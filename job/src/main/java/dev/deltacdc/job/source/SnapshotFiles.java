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

/**
 * Says that each file of a source is a full snapshot.
 *
 * @param version where its version stands
 * @param allowEmpty whether one without a record is taken, and deletes everything
 * @param partial whether they may lack rows, so that none is deleted
 */
public record SnapshotFiles(SnapshotVersion version, boolean allowEmpty, boolean partial)
    implements Serializable {

  /** Those of a WITH clause; empty if it has none, or they are wrong, or its files are events. */
  public static Optional<SnapshotFiles> of(Map<String, String> options) {
    return options.getOrDefault("connector", "").equals("filesystem")
        ? Optional.ofNullable(read(new OptionReader(options)))
        : Optional.empty();
  }

  @Nullable
  static SnapshotFiles read(OptionReader options) {
    Optional<SnapshotVersion> version =
        options.read(FormatOptions.SNAPSHOT_VERSION, SnapshotVersion.class);
    boolean allowEmpty =
        options.read(FormatOptions.SNAPSHOT_ALLOW_EMPTY, Boolean.class).orElse(false);
    boolean partial = options.read(FormatOptions.SNAPSHOT_PARTIAL, Boolean.class).orElse(false);
    if (!options.has(FormatOptions.SNAPSHOT_VERSION)) {
      for (var option :
          List.of(FormatOptions.SNAPSHOT_ALLOW_EMPTY, FormatOptions.SNAPSHOT_PARTIAL)) {
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
    return version.map(kind -> new SnapshotFiles(kind, allowEmpty, partial)).orElse(null);
  }
}
