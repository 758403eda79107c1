/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.write;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;

/**
 * The latest row of each key, copied, so that neither Flink's reuse of row objects nor a large
 * epoch matters: it says when it is full, by rows or by bytes.
 */
final class RowBuffer<K> {

  /** What an entry costs besides its row: objects, hash table, key. An estimate. */
  private static final long ENTRY_BYTES = 160;

  private final RowDataSerializer serializer;
  private final int maxRows;
  private final long maxBytes;
  private final Map<K, Change<K>> changes = new HashMap<>();
  private long bytes;

  /**
   * The latest change of a key.
   *
   * @param row null for a delete
   * @param day by which the index entry expires
   */
  record Change<K>(K key, int keyGroup, @Nullable BinaryRowData row, int day) {}

  RowBuffer(RowType rowType, int maxRows, long maxBytes) {
    this.serializer = new RowDataSerializer(rowType);
    this.maxRows = maxRows;
    this.maxBytes = maxBytes;
  }

  void upsert(K key, int keyGroup, RowData row, int day) {
    put(new Change<>(key, keyGroup, serializer.toBinaryRow(row).copy(), day));
  }

  void delete(K key, int keyGroup) {
    put(new Change<>(key, keyGroup, null, 0));
  }

  private void put(Change<K> change) {
    Change<K> previous = changes.put(change.key(), change);
    bytes += size(change) - (previous == null ? 0 : size(previous));
  }

  private static long size(Change<?> change) {
    return ENTRY_BYTES + (change.row() == null ? 0 : change.row().getSizeInBytes());
  }

  boolean isFull() {
    return changes.size() >= maxRows || bytes >= maxBytes;
  }

  boolean isEmpty() {
    return changes.isEmpty();
  }

  int rows() {
    return changes.size();
  }

  long bytes() {
    return bytes;
  }

  /** Takes all changes out, in no order. */
  List<Change<K>> drain() {
    List<Change<K>> all = new ArrayList<>(changes.values());
    changes.clear();
    bytes = 0;
    return all;
  }
}
