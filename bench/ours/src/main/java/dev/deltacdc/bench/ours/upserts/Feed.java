/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.ours.upserts;

import dev.deltacdc.bench.common.Arguments;
import dev.deltacdc.bench.common.upserts.EventFiles;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The source table that jobs read the events from, and Flink's settings of these jobs.
 *
 * <p>Arguments: {@code source} is {@code files} or {@code kafka}; {@code broker} is Kafka's
 * address; {@code state} is {@code heap} or {@code rocksdb}, {@code managed} the memory for the
 * latter (one gigabyte); {@code interval} is that of checkpoints (10 s); {@code settings} are more
 * of Flink's, {@code NAME:VALUE;NAME:VALUE}.
 */
record Feed(Arguments arguments, EventFiles events) {

  /** Subtasks of each step. */
  static final int PARALLELISM = 2;

  /** The source's columns. */
  static final String COLUMNS =
      "id STRING, name STRING, stock INT, price DOUBLE, op STRING, seq BIGINT, updated_at"
          + " TIMESTAMP_LTZ(6)";

  static Feed of(Arguments arguments) {
    return new Feed(arguments, EventFiles.of(arguments));
  }

  /** The source's WITH. */
  Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    if (arguments.text("source").equals("kafka")) {
      options.put("connector", "kafka");
      options.put("topic", topic());
      options.put("properties.bootstrap.servers", broker());
      options.put("scan.startup.mode", "earliest-offset");
      options.put("scan.bounded.mode", "latest-offset");
    } else {
      options.put("connector", "filesystem");
      options.put("path", events.folder().toString());
    }
    options.put("format", "json");
    return options;
  }

  String topic() {
    return events.folder().getFileName().toString();
  }

  String broker() {
    return arguments.text("broker", "127.0.0.1:9092");
  }

  /** Flink's settings. */
  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("parallelism.default", Integer.toString(PARALLELISM));
    settings.put("execution.checkpointing.interval", arguments.text("interval", "10 s"));
    if (arguments.text("state").equals("rocksdb")) {
      settings.put("state.backend.type", "rocksdb");
      settings.put("execution.checkpointing.incremental", "true");
      // As our jobs have it by themselves.
      settings.put("state.backend.rocksdb.use-bloom-filter", "true");
      settings.put("taskmanager.memory.managed.size", arguments.text("managed", "1 gb"));
    } else {
      settings.put("state.backend.type", "hashmap");
    }
    for (String setting : arguments.text("settings", "").split(";", -1)) {
      if (!setting.isEmpty()) {
        int colon = setting.indexOf(':');
        settings.put(setting.substring(0, colon), setting.substring(colon + 1));
      }
    }
    return settings;
  }

  /** The beginning of a pipeline file: settings and source. */
  String sql() {
    String with =
        options().entrySet().stream()
            .map(option -> "'%s' = '%s'".formatted(option.getKey(), option.getValue()))
            .collect(Collectors.joining(", "));
    return settings().entrySet().stream()
            .map(setting -> "SET '%s' = '%s';%n".formatted(setting.getKey(), setting.getValue()))
            .collect(Collectors.joining())
        + "SET 'pipeline.name' = 'upserts';\n"
        + "CREATE TABLE feed ("
        + COLUMNS
        + ") WITH ("
        + with
        + ");\n";
  }
}
