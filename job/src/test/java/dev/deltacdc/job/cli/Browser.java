/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Chromium without a window. */
final class Browser {

  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  private final String program;
  private final Path temp;

  private Browser(String program, Path temp) {
    this.program = program;
    this.temp = temp;
  }

  /** The browser on the path; a test without one says that it is skipped. */
  static Browser start(Path temp) {
    Optional<String> found =
        Pattern.compile(File.pathSeparator, Pattern.LITERAL)
            .splitAsStream(System.getenv("PATH"))
            .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
            .filter(Files::isExecutable)
            .map(Path::toString)
            .findFirst();
    assumeThat(found).as("skipped: there is no Chromium on the path").isPresent();
    return new Browser(found.orElseThrow(), temp);
  }

  /**
   * The page as it is after its scripts have run.
   *
   * @param fragment what follows the file's name, such as {@code #node-1}
   */
  String open(Path page, String fragment, int width) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                program,
                "--headless",
                "--no-sandbox", // which needs rights that containers lack
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--user-data-dir=" + temp.resolve("browser"),
                "--window-size=" + width + ",900",
                "--virtual-time-budget=2000",
                "--dump-dom"));
    command.add(page.toUri() + fragment);
    Path dom = temp.resolve("dom.html");
    Path log = temp.resolve("browser.log");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(dom.toFile())
            .redirectError(log.toFile())
            .start();
    try {
      assertThat(process.waitFor(90, TimeUnit.SECONDS)).as("Chromium ends").isTrue();
    } finally {
      Stream.concat(process.descendants(), Stream.of(process.toHandle()))
          .forEach(ProcessHandle::destroyForcibly);
    }
    assertThat(process.exitValue()).as(Files.readString(log, UTF_8)).isZero();
    return Files.readString(dom, UTF_8);
  }
}
