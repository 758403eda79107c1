/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.bench.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a run took place.
 *
 * @param cores that the JVM may use
 * @param memoryGb physical
 */
public record Machine(String processor, int cores, long memoryGb, String system, String java) {

  static Machine current() throws IOException {
    long bytes =
        ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getTotalMemorySize();
    return new Machine(
        processorName(),
        Runtime.getRuntime().availableProcessors(),
        Math.round(bytes / (double) (1L << 30)),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
  }

  private static String processorName() throws IOException {
    Path file = Path.of("/proc/cpuinfo");
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        if (line.startsWith("model name")) {
          return line.substring(line.indexOf(':') + 1).trim();
        }
      }
    }
    return System.getProperty("os.arch");
  }
}
