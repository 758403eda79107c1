/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import dev.deltacdc.functions.event.ColumnMigration;
import dev.deltacdc.functions.event.PackedRowsSerializer;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.table.types.logical.RowType;

/** Writes {@link KeyVersions}. */
final class KeyVersionsSerializer extends PackedRowsSerializer<KeyVersions> {
  private static final long serialVersionUID = 1L;

  KeyVersionsSerializer(RowType columns) {
    this(columns, false);
  }

  private KeyVersionsSerializer(RowType columns, boolean restored) {
    super(columns, restored);
  }

  @Override
  protected KeyVersions value(byte[] bytes, @Nullable RowType earlier) {
    return earlier == null ? KeyVersions.of(bytes) : KeyVersions.restored(bytes, earlier);
  }

  @Override
  protected KeyVersions migrate(KeyVersions earlier, ColumnMigration toPresent) {
    return earlier.migrate(toPresent);
  }

  @Override
  public TypeSerializerSnapshot<KeyVersions> snapshotConfiguration() {
    return new Snapshot(this);
  }

  /** Its name is in the checkpoints. */
  public static final class Snapshot extends PackedRowsSerializer.Snapshot<KeyVersions> {
    private static final String WHAT = "a daily snapshot";

    /** For reading. */
    public Snapshot() {
      super(WHAT);
    }

    private Snapshot(KeyVersionsSerializer serializer) {
      super(WHAT, serializer);
    }

    @Override
    protected KeyVersionsSerializer serializer(RowType rowType, boolean isRestored) {
      return new KeyVersionsSerializer(rowType, isRestored);
    }
  }
}
