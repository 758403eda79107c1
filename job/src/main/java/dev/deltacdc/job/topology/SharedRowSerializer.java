/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;

/**
 * Writes and reads rows as Flink does, and takes the row itself for its copy: {@link SharedRows}.
 */
final class SharedRowSerializer extends TypeSerializer<RowData> {
  private static final long serialVersionUID = 1L;

  private final RowDataSerializer rows;

  SharedRowSerializer(RowDataSerializer rows) {
    this.rows = rows;
  }

  @Override
  public RowData copy(RowData from) {
    return from;
  }

  @Override
  public RowData copy(RowData from, RowData reuse) {
    return from;
  }

  @Override
  public boolean isImmutableType() {
    return rows.isImmutableType();
  }

  @Override
  public TypeSerializer<RowData> duplicate() {
    return new SharedRowSerializer((RowDataSerializer) rows.duplicate());
  }

  @Override
  public RowData createInstance() {
    return rows.createInstance();
  }

  @Override
  public int getLength() {
    return rows.getLength();
  }

  @Override
  public void serialize(RowData row, DataOutputView target) throws IOException {
    rows.serialize(row, target);
  }

  @Override
  public RowData deserialize(DataInputView source) throws IOException {
    return rows.deserialize(source);
  }

  @Override
  public RowData deserialize(RowData reuse, DataInputView source) throws IOException {
    return rows.deserialize(reuse, source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    rows.copy(source, target);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SharedRowSerializer that && rows.equals(that.rows);
  }

  @Override
  public int hashCode() {
    return rows.hashCode();
  }

  /** That of the rows: nothing differs in the bytes. */
  @Override
  public TypeSerializerSnapshot<RowData> snapshotConfiguration() {
    return rows.snapshotConfiguration();
  }
}
