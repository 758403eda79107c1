/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import dev.deltacdc.functions.event.ColumnMigration;
import dev.deltacdc.functions.event.PackedRowsSerializer;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.table.types.logical.RowType;

/** Writes {@link PackedVersion}; its snapshot carries the columns of the row inside. */
final class PackedVersionSerializer extends PackedRowsSerializer<PackedVersion> {
  private static final long serialVersionUID = 1L;

  private final boolean ignoresNulls;

  private transient VersionMigration versionMigration;

  /**
   * A serializer.
   *
   * @param ignoresNulls {@link HistoryOptions#ignoresNulls}
   */
  PackedVersionSerializer(RowType columns, boolean ignoresNulls) {
    this(columns, ignoresNulls, false);
  }

  private PackedVersionSerializer(RowType columns, boolean ignoresNulls, boolean restored) {
    super(columns, restored);
    this.ignoresNulls = ignoresNulls;
  }

  @Override
  protected PackedVersion value(byte[] bytes, @Nullable RowType earlier) {
    return earlier == null ? PackedVersion.of(bytes) : PackedVersion.restored(bytes, earlier);
  }

  @Override
  protected PackedVersion migrate(PackedVersion earlier, ColumnMigration toPresent) {
    if (versionMigration == null) {
      versionMigration = new VersionMigration(toPresent, ignoresNulls);
    }
    return versionMigration.apply(earlier);
  }

  @Override
  public TypeSerializerSnapshot<PackedVersion> snapshotConfiguration() {
    return new Snapshot(this);
  }

  /** Its name is in the checkpoints. */
  public static final class Snapshot extends PackedRowsSerializer.Snapshot<PackedVersion> {
    private static final String WHAT = "a history";

    /** Of this job, not of the one that wrote the state. */
    private boolean ignoresNulls;

    /** For reading. */
    public Snapshot() {
      super(WHAT);
    }

    private Snapshot(PackedVersionSerializer serializer) {
      super(WHAT, serializer);
      this.ignoresNulls = serializer.ignoresNulls;
    }

    @Override
    protected PackedVersionSerializer serializer(RowType rowType, boolean isRestored) {
      return new PackedVersionSerializer(rowType, ignoresNulls, isRestored);
    }
  }
}
