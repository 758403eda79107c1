/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import picocli.CommandLine.Option;

/** {@code --lake}, the same for every command. */
final class LakeOption {
  @Option(
      names = "--lake",
      paramLabel = "URI",
      defaultValue = "./lake",
      description =
          "Where the tables live: a folder, or the URI of any Hadoop file system. Default: ${DEFAULT-VALUE}.")
  String uri;
}
