/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.series;

import dev.deltacdc.functions.event.ColumnMigration;
import dev.deltacdc.functions.event.PackedRowsSerializer;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.table.types.logical.RowType;

/** Writes {@link PackedEntry}; its snapshot carries the columns of the rows inside. */
final class PackedEntrySerializer extends PackedRowsSerializer<PackedEntry> {
  private static final long serialVersionUID = 1L;

  PackedEntrySerializer(RowType columns) {
    this(columns, false);
  }

  private PackedEntrySerializer(RowType columns, boolean restored) {
    super(columns, restored);
  }

  @Override
  protected PackedEntry value(byte[] bytes, @Nullable RowType earlier) {
    return earlier == null ? PackedEntry.of(bytes) : PackedEntry.restored(bytes, earlier);
  }

  @Override
  protected PackedEntry migrate(PackedEntry earlier, ColumnMigration toPresent) {
    return earlier.migrate(toPresent);
  }

  @Override
  public TypeSerializerSnapshot<PackedEntry> snapshotConfiguration() {
    return new Snapshot(this);
  }

  /** Its name is in the checkpoints. */
  public static final class Snapshot extends PackedRowsSerializer.Snapshot<PackedEntry> {
    private static final String WHAT = "a series of snapshots";

    /** For reading. */
    public Snapshot() {
      super(WHAT);
    }

    private Snapshot(PackedEntrySerializer serializer) {
      super(WHAT, serializer);
    }

    @Override
    protected PackedEntrySerializer serializer(RowType rowType, boolean isRestored) {
      return new PackedEntrySerializer(rowType, isRestored);
    }
  }
}
