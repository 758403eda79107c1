/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import dev.deltacdc.functions.reject.OnInvalid;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Map;
import java.util.Objects;
import javax.annotation.Nullable;

/**
 * A source table of the pipeline file.
 *
 * @param name the table's name; rejected records carry it as their flow
 * @param schema the columns, without the origin column
 * @param options the WITH clause
 * @param baseDir the folder of the pipeline file: a relative path starts there; {@code null}: the
 *     working directory
 * @param zone the pipeline's time zone, in which a time without zone is read for a TIMESTAMP_LTZ
 *     column
 * @param onInvalid what becomes of a record that cannot be read
 * @param hadoop settings of the lake's file system, for Delta tables
 */
public record SourceDefinition(
    String name,
    SourceSchema schema,
    Map<String, String> options,
    @Nullable Path baseDir,
    ZoneId zone,
    OnInvalid onInvalid,
    Map<String, String> hadoop) {

  /** A source whose file system needs no settings. */
  public SourceDefinition(
      String name,
      SourceSchema schema,
      Map<String, String> options,
      @Nullable Path baseDir,
      ZoneId zone,
      OnInvalid onInvalid) {
    this(name, schema, options, baseDir, zone, onInvalid, Map.of());
  }

  public SourceDefinition {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(zone, "zone");
    Objects.requireNonNull(onInvalid, "onInvalid");
    options = Map.copyOf(options);
    hadoop = Map.copyOf(hadoop);
  }

  /** Without the options, which may be secret. */
  @Override
  public String toString() {
    return "SourceDefinition["
        + name
        + ", "
        + connector()
        + ", "
        + schema.rowType().asSummaryString()
        + "]";
  }

  /** The WITH clause's connector, empty if it names none. */
  public String connector() {
    return options.getOrDefault("connector", "");
  }
}
