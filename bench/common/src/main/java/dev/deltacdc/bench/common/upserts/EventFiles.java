/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.common.upserts;

import dev.deltacdc.bench.common.Arguments;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The events as files, which all systems read in the order of their names: those of the load in the
 * folder {@code 1-load}, the others in {@code 2-changes}.
 *
 * @param folder of both folders
 * @param load events that insert the keys
 * @param changes events after them
 */
public record EventFiles(Path folder, long load, long changes) {

  /** Events of a file, except the last of each folder. */
  public static final int FILE_EVENTS = 100_000;

  /** Those of the arguments {@code keys} and {@code changes}. */
  public static EventFiles of(Arguments arguments) {
    long load = arguments.number("keys");
    long changes = arguments.number("changes");
    return new EventFiles(
        arguments.data().resolve("upserts-" + load + "-" + changes), load, changes);
  }

  /** Writes the files, unless they are there. */
  public static void main(String[] args) throws IOException {
    EventFiles files = of(Arguments.of(args));
    if (!Files.exists(files.folder)) {
      files.write();
    }
  }

  /** Folder of the load's files. */
  public Path loadFolder() {
    return folder.resolve("1-load");
  }

  /** Folder of the other files. */
  public Path changesFolder() {
    return folder.resolve("2-changes");
  }

  /** All files, in the order of the events. */
  public Stream<Path> files() throws IOException {
    return Stream.concat(sorted(loadFolder()), sorted(changesFolder()));
  }

  /** All events. */
  public long events() {
    return load + changes;
  }

  private static Stream<Path> sorted(Path files) throws IOException {
    try (Stream<Path> found = Files.list(files)) {
      return found.sorted().toList().stream();
    }
  }

  /** Under another name at first: the folder is there when it is whole. */
  private void write() throws IOException {
    EventFiles unfinished =
        new EventFiles(folder.resolveSibling(folder.getFileName() + ".unfinished"), load, changes);
    EventLines lines = new EventLines(load);
    write(unfinished.loadFolder(), load, lines);
    write(unfinished.changesFolder(), changes, lines);
    Files.move(unfinished.folder, folder);
  }

  private static void write(Path folder, long events, EventLines lines) throws IOException {
    Files.createDirectories(folder);
    for (long first = 0; first < events; first += FILE_EVENTS) {
      Path file = folder.resolve("events-%06d.json".formatted(first / FILE_EVENTS));
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
        for (long i = first; i < Math.min(first + FILE_EVENTS, events); i++) {
          out.write(lines.next());
        }
      }
    }
  }
}
