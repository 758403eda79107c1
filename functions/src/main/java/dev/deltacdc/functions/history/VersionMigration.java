/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import dev.deltacdc.functions.event.ColumnMigration;
import dev.deltacdc.functions.event.LeafSet;
import dev.deltacdc.functions.nulls.LeafMapping;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Brings restored versions to the columns of this job. Columns that came since are NULL. Where a
 * flow ignores NULLs, no event has set them: a late event before such a version fills them, as it
 * does in a current state. For one thread.
 */
final class VersionMigration {
  private final ColumnMigration columns;
  private final boolean ignoresNulls;
  private @Nullable RowType from;
  private @Nullable LeafMapping leaves;

  VersionMigration(ColumnMigration columns, boolean ignoresNulls) {
    this.columns = columns;
    this.ignoresNulls = ignoresNulls;
  }

  PackedVersion apply(PackedVersion packed) {
    RowType earlier = packed.columns();
    if (earlier == null) {
      return packed;
    }
    Version version = packed.unpack(earlier.getFieldCount());
    if (version.isDelete() || columns.isNeedless(earlier)) {
      return PackedVersion.of(packed.bytes());
    }
    RowData row = columns.apply(version.row(), earlier);
    return PackedVersion.pack(version.with(row, kept(version, earlier)), columns.rows());
  }

  @Nullable
  private LeafSet kept(Version version, RowType earlier) {
    boolean fills = ignoresNulls && !version.oldest();
    if (version.kept() == null && !fills) {
      return null;
    }
    if (!earlier.equals(from)) {
      from = earlier;
      leaves = LeafMapping.of(earlier, columns.columns());
    }
    return leaves.apply(version.kept(), fills);
  }
}
