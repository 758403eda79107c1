/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.scd;

import dev.deltacdc.functions.event.ColumnMigration;
import dev.deltacdc.functions.event.PackedRowsSerializer;
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
  protected MergedRowSerializer with(RowType rowType, boolean isRestored) {
    return new MergedRowSerializer(rowType, isRestored);
  }

  @Override
  protected MergedRowState present(byte[] bytes) {
    return MergedRowState.of(bytes);
  }

  @Override
  protected MergedRowState restored(byte[] bytes, RowType earlier) {
    return MergedRowState.restored(bytes, earlier);
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
