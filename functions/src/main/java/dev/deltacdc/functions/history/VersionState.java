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

/**
 * The versions of the current key: the last one by itself, since most events need no other, and the
 * older ones by sequence, linked by {@link VersionLinks}. Rows that come out are views of the
 * state's bytes, not to be changed.
 */
final class VersionState implements VersionStore {
  private final HistoryRule rule;
  private final ValueState<PackedVersion> last;
  private final MapState<Sequence, PackedVersion> older;
  private final ColumnMigration columns;
  private final VersionMigration migration;

  VersionState(KeyedStateStore store, HistoryOptions options, HistoryRule rule) {
    this.rule = rule;
    PackedVersionSerializer serializer =
        new PackedVersionSerializer(options.rowType(), options.ignoresNulls());
    last = store.getState(new ValueStateDescriptor<>("last-version", serializer));
    older =
        store.getMapState(
            new MapStateDescriptor<>("older-versions", SequenceSerializer.INSTANCE, serializer));
    columns = new ColumnMigration(options.rowType());
    migration = new VersionMigration(columns, options.ignoresNulls());
  }

  @Nullable
  Version last() throws Exception {
    Version version = unpack(last.value());
    return version == null || version.links() != null ? version : linked(version);
  }

  /** Links the versions of a key that an earlier release wrote: reads them all, once. */
  private Version linked(Version unlinked) throws Exception {
    List<Version> versions = new ArrayList<>();
    for (PackedVersion packed : older.values()) {
      versions.add(unpack(packed));
    }
    versions.sort(Comparator.comparing(Version::sequence));
    versions.add(unlinked);
    VersionLinks links = new VersionLinks(this);
    Version before = rule.follow(null, versions.get(0)).linked(List.of());
    setLast(before);
    for (Version version : versions.subList(1, versions.size())) {
      before = links.append(before, rule.follow(before, version));
    }
    return before;
  }

  @Override
  @Nullable
  public Version at(Sequence sequence) throws Exception {
    return unpack(older.get(sequence));
  }

  @Override
  public void setLast(Version version) throws Exception {
    last.update(pack(version));
  }

  @Override
  public void put(Version version) throws Exception {
    older.put(version.sequence(), pack(version));
  }

  /** Forgets the oldest one. */
  void removeOldest(Version version) throws Exception {
    older.remove(version.sequence());
  }

  /** Forgets the key. */
  void clear() {
    last.clear();
    older.clear();
  }

  private PackedVersion pack(Version version) {
    return PackedVersion.pack(version, columns.rows());
  }

  @Nullable
  private Version unpack(@Nullable PackedVersion packed) {
    return packed == null
        ? null
        : migration.apply(packed).unpack(columns.columns().getFieldCount());
  }
}
