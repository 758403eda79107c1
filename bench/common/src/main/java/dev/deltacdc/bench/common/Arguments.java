/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.common;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** What the runner tells a system, as {@code name=value} on the command line. */
public record Arguments(Map<String, String> values) {

  public static Arguments of(String... args) {
    Map<String, String> values = new TreeMap<>();
    for (String arg : args) {
      int equals = arg.indexOf('=');
      if (equals <= 0) {
        throw new IllegalArgumentException(
            "Argument '" + arg + "' is not name=value. Write it as rows=1000000.");
      }
      values.put(arg.substring(0, equals), arg.substring(equals + 1));
    }
    return new Arguments(values);
  }

  /** Throws when there is none of that name. */
  public String text(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException(
          "Argument '" + name + "' is missing among " + values + ". Add " + name + "=VALUE.");
    }
    return value;
  }

  public String text(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  public long number(String name) {
    return Long.parseLong(text(name));
  }

  /** The folder of data that all systems share; nothing in it is changed once it is there. */
  public Path data() {
    return Path.of(text("data"));
  }

  /** A shared table that differs with these parameters. */
  public Path table(String kind) {
    StringBuilder name = new StringBuilder(kind);
    for (String parameter : new String[] {"rows", "files", "changes", "commits"}) {
      name.append('-').append(text(parameter));
    }
    return data().resolve(name.toString());
  }

  /** An empty folder of this system and this run. */
  public Path work() {
    return Path.of(text("work"));
  }
}
