/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.ours;

import dev.deltacdc.bench.common.Arguments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;

/** Makes the first load of a snapshot's pipeline: {@code rows=N}, one file per reader. */
public final class BuildFeed {

  private BuildFeed() {}

  public static void main(String[] args) throws IOException {
    Arguments arguments = Arguments.of(args);
    long rows = arguments.number("rows");
    for (int i = 0; i < EmbeddedFlink.PARALLELISM; i++) {
      Path file = file(arguments, i);
      if (!Files.exists(file)) {
        LongStream numbers =
            LongStream.range(
                rows * i / EmbeddedFlink.PARALLELISM, rows * (i + 1) / EmbeddedFlink.PARALLELISM);
        ProductFeed.write(file, numbers, 0, 0, 0);
      }
    }
  }

  static Path file(Arguments arguments, int part) {
    return arguments.data().resolve("feed-" + arguments.text("rows") + "-" + part + ".json");
  }
}
