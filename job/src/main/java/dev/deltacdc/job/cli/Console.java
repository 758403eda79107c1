/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;

/** Where a command writes: results to {@code out}, errors to {@code err}. */
public record Console(PrintStream out, PrintStream err) {

  /** The process's streams, in UTF-8 whatever the locale: names and values are not ASCII only. */
  public static Console ofProcess() {
    return new Console(
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8),
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, UTF_8));
  }
}
