/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** {@code --set} of commands that run Flink over a lake without a pipeline file. */
final class LakeSettingsOption {
  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "A setting of Flink or, such as flink.hadoop.fs.s3a.endpoint, of the lake's file system."
              + " May be repeated.")
  Map<String, String> settings = new LinkedHashMap<>();
}
