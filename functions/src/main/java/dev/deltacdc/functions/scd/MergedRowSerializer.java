/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.scd;

import dev.deltacdc.functions.event.ColumnMigration;
import dev.deltacdc.functions.event.PackedRowsSerializer;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.table.types.logical.RowType;

/** Writes {@link MergedRowState}. */
final class MergedRowSerializer extends PackedRowsSerializer<MergedRowState> {
  private static final long serialVersionUID = 1L;

  private transient LeafMigration leafMigration;

  MergedRowSerializer(RowType columns) {
    this(columns, false);
  }

  private MergedRowSerializer(RowType columns, boolean restored) {
    super(columns, restored);
  }

  @Override
  protected MergedRowState value(byte[] bytes, @Nullable RowType earlier) {
    return earlier == null ? MergedRowState.of(bytes) : MergedRowState.restored(bytes, earlier);
  }

  @Override
  protected MergedRowState migrate(MergedRowState earlier, ColumnMigration toPresent) {
    if (leafMigration == null) {
      leafMigration = new LeafMigration(toPresent);
    }
    return leafMigration.apply(earlier);
  }

  @Override
  public TypeSerializerSnapshot<MergedRowState> snapshotConfiguration() {
    return new Snapshot(this);
  }

  /** Its name is in the checkpoints. */
  public static final class Snapshot extends PackedRowsSerializer.Snapshot<MergedRowState> {
    private static final String WHAT = "rows that keep values";

    /** For reading. */
    public Snapshot() {
      super(WHAT);
    }

    private Snapshot(MergedRowSerializer serializer) {
      super(WHAT, serializer);
    }

    @Override
    protected MergedRowSerializer serializer(RowType rowType, boolean isRestored) {
      return new MergedRowSerializer(rowType, isRestored);
    }
  }
}
