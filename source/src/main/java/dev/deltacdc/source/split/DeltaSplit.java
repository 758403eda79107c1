/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.source.split;

import dev.deltacdc.delta.RowChange;
import dev.deltacdc.delta.VersionFile;
import org.apache.flink.api.connector.source.SourceSplit;

/**
 * A data file to read, or the rest of it.
 *
 * @param nextRow position in the file of the first row that is still to be read
 */
public record DeltaSplit(VersionFile file, long nextRow) implements SourceSplit {

  /** One version adds a path once, and in a change feed may have deletes of it beside. */
  @Override
  public String splitId() {
    String id = file.version() + "/" + file.file().path();
    return file.change() == RowChange.INSERT ? id : id + "/" + file.change();
  }
}
