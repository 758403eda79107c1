/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.changes;

import dev.deltacdc.functions.event.ColumnMigration;
import dev.deltacdc.functions.event.PackedRowsSerializer;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.table.types.logical.RowType;

/** Writes {@link KnownRow}. */
final class KnownRowSerializer extends PackedRowsSerializer<KnownRow> {
  private static final long serialVersionUID = 1L;

  KnownRowSerializer(RowType columns) {
    this(columns, false);
  }

  private KnownRowSerializer(RowType columns, boolean restored) {
    super(columns, restored);
  }

  @Override
  protected KnownRow value(byte[] bytes, @Nullable RowType earlier) {
    return KnownRow.of(bytes, earlier);
  }

  @Override
  protected KnownRow migrate(KnownRow earlier, ColumnMigration toPresent) {
    return earlier.migrated(toPresent);
  }

  @Override
  public TypeSerializerSnapshot<KnownRow> snapshotConfiguration() {
    return new Snapshot(this);
  }

  /** Its name is in the checkpoints. */
  public static final class Snapshot extends PackedRowsSerializer.Snapshot<KnownRow> {
    private static final String WHAT = "rows whose changes are read";

    /** For reading. */
    public Snapshot() {
      super(WHAT);
    }

    private Snapshot(KnownRowSerializer serializer) {
      super(WHAT, serializer);
    }

    @Override
    protected KnownRowSerializer serializer(RowType rowType, boolean isRestored) {
      return new KnownRowSerializer(rowType, isRestored);
    }
  }
}
