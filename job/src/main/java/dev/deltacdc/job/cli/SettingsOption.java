/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

final class SettingsOption {
  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "A setting, stronger than the file's SET. May be repeated.")
  Map<String, String> settings = new LinkedHashMap<>();
}
