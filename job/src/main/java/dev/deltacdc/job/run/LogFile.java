/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/**
 * Where an embedded run writes its log: nothing of it belongs on the terminal. On a cluster, and
 * when a Log4j configuration is given, this does nothing.
 */
public final class LogFile {

  /** System property with the log file's path. */
  public static final String PROPERTY = "deltacdc.log.file";

  private static final String CONFIGURATION = "log4j2.configurationFile";

  private LogFile() {}

  /** To be called before the first logger is made. */
  public static void configure() {
    if (System.getProperty(CONFIGURATION) != null
        || System.getProperty("log4j.configurationFile") != null) {
      return;
    }
    if (System.getProperty(PROPERTY) == null) {
      String time =
          LocalDateTime.now(java.time.ZoneId.systemDefault())
              .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
      System.setProperty(
          PROPERTY,
          Path.of(
                  System.getProperty("java.io.tmpdir"),
                  "deltacdc-" + System.getProperty("user.name"),
                  time + "-" + ProcessHandle.current().pid() + ".log")
              .toString());
    }
    System.setProperty(CONFIGURATION, "deltacdc-log4j2.properties");
  }

  /** A sentence that points to the log, empty when it isn't ours. */
  static String hint() {
    String file = System.getProperty(PROPERTY);
    return file == null ? "" : "The log is in " + file + ".";
  }
}
