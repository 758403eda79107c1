/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import dev.deltacdc.functions.event.ColumnMigration;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.event.SequenceSerializer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.KeyedStateStore;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.table.types.logical.RowType;

/**
 * The versions of the current key: the last one by itself, since most events need no other, and the
 * older ones by sequence. Rows that come out are views of the state's bytes, not to be changed.
 */
final class VersionState {
  private final ValueState<PackedVersion> last;
  private final MapState<Sequence, PackedVersion> older;
  private final ColumnMigration migration;

  VersionState(KeyedStateStore store, RowType columns) {
    last =
        store.getState(
            new ValueStateDescriptor<>("last-version", new PackedVersionSerializer(columns)));
    older =
        store.getMapState(
            new MapStateDescriptor<>(
                "older-versions",
                SequenceSerializer.INSTANCE,
                new PackedVersionSerializer(columns)));
    migration = new ColumnMigration(columns);
  }

  @Nullable
  Version last() throws Exception {
    PackedVersion packed = last.value();
    return packed == null ? null : unpack(packed);
  }

  /** All versions in the order of their sequences. */
  List<Version> inOrder(Version lastVersion) throws Exception {
    List<Version> versions = new ArrayList<>();
    for (PackedVersion packed : older.values()) {
      versions.add(unpack(packed));
    }
    versions.sort(Comparator.comparing(Version::sequence));
    versions.add(lastVersion);
    return versions;
  }

  void setLast(Version version) throws Exception {
    last.update(pack(version));
  }

  /** Adds or replaces one that is not the last. */
  void putOlder(Version version) throws Exception {
    older.put(version.sequence(), pack(version));
  }

  void removeOlder(Version version) throws Exception {
    older.remove(version.sequence());
  }

  /** Forgets the key. */
  void clear() {
    last.clear();
    older.clear();
  }

  private PackedVersion pack(Version version) {
    return PackedVersion.pack(version, migration.rows());
  }

  private Version unpack(PackedVersion packed) {
    return packed.migrate(migration).unpack(migration.columns().getFieldCount());
  }
}
