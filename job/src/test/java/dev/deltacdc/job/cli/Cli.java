/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;

/**
 * What a command printed and how it ended.
 *
 * @param code the exit code
 */
public record Cli(int code, String out, String err) {
  /** Runs a command in this process. */
  public static Cli run(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        Main.execute(
            new Console(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8)),
            args);
    return new Cli(code, out.toString(UTF_8), err.toString(UTF_8));
  }

  /** Lines of the result. */
  public List<String> lines() {
    return out.lines().toList();
  }
}
