/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.job.pipeline.Diagnostic;
import dev.deltacdc.job.pipeline.Pipeline;
import dev.deltacdc.job.pipeline.TableName;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;

/**
 * The settings of a pipeline, read once: those of {@link SettingOptions}, with defaults.
 *
 * @param snapshotRefresh {@code null}: the open day is written only at the end of a bounded or
 *     triggered run
 * @param recordedRuns how many runs have a record; 0: none is written
 * @param sink the {@code sink.*} settings by their full key
 * @param flink Flink's own options, to be put into the environment's configuration
 * @param diagnostics what is wrong with the settings; the resolver reports them too
 */
public record Settings(
    String pipelineName,
    ZoneId timeZone,
    boolean failOnInvalid,
    TableName quarantineTable,
    Duration tombstoneRetention,
    Duration historyLateWindow,
    Duration snapshotMaxAhead,
    @Nullable Duration snapshotRefresh,
    Duration snapshotQuietDelay,
    Duration snapshotIdleTimeout,
    WithoutState withoutState,
    int recordedRuns,
    Map<String, String> sink,
    Map<String, String> flink,
    List<Diagnostic> diagnostics) {

  public Settings {
    sink = Map.copyOf(sink);
    flink = Map.copyOf(flink);
    diagnostics = List.copyOf(diagnostics);
  }

  /**
   * The settings of a file.
   *
   * @param defaultName the pipeline's name when the file sets none
   * @param overrides settings of the command line, stronger than the file's
   */
  public static Settings read(
      Pipeline pipeline, String defaultName, Map<String, String> overrides) {
    return new SettingsReader(pipeline, overrides).read(defaultName);
  }
}
