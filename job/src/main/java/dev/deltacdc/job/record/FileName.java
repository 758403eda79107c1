/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.record;

/** What the files and folders that belong to a pipeline or a table are named. */
public final class FileName {

  private FileName() {}

  /** The name itself; where file systems don't take all of it, with a hash of it. */
  public static String of(String pipeline) {
    String plain = pipeline.replaceAll("[^A-Za-z0-9_-]", "_");
    return plain.equals(pipeline) ? plain : "%s-%08x".formatted(plain, pipeline.hashCode());
  }
}
