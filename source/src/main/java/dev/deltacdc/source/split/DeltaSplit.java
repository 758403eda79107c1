/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source.split;

import dev.deltacdc.delta.AddedFile;
import org.apache.flink.api.connector.source.SourceSplit;

/**
 * A data file to read, or the rest of it.
 *
 * @param nextRow position in the file of the first row that is still to be read
 */
public record DeltaSplit(AddedFile file, long nextRow) implements SourceSplit {

  /** One version adds a path once. */
  @Override
  public String splitId() {
    return file.version() + "/" + file.file().path();
  }
}
