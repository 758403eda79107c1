/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.write;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;

/**
 * The latest row of each key, in memory of its own, so that neither Flink's reuse of row objects
 * nor a large epoch matters: it says when it is full, by rows or by bytes.
 */
final class RowBuffer<K> {

  /** What an entry costs besides its row: objects, hash table, key. An estimate. */
  private static final long ENTRY_BYTES = 160;

  private final RowDataSerializer serializer;
  private final int maxRows;
  private final long maxBytes;
  private final boolean rowsAreOurs;
  private final @Nullable StateOrder<K> stateOrder;
  private final Map<K, Change<K>> changes = new HashMap<>();
  private long bytes;

  /**
   * The latest change of a key.
   *
   * @param row null for a delete
   * @param order among the changes: {@link StateOrder}
   * @param day by which the index entry expires
   */
  record Change<K>(K key, int keyGroup, long order, @Nullable BinaryRowData row, int day) {}

  /**
   * @param rowsAreOurs whether the rows that come are nobody else's: what Flink promises while it
   *     does not reuse objects. Those in binary form are then kept as they are
   * @param stateOrder in which changes are taken out; null: in none
   */
  RowBuffer(
      RowType rowType,
      int maxRows,
      long maxBytes,
      boolean rowsAreOurs,
      @Nullable StateOrder<K> stateOrder) {
    this.serializer = new RowDataSerializer(rowType);
    this.maxRows = maxRows;
    this.maxBytes = maxBytes;
    this.rowsAreOurs = rowsAreOurs;
    this.stateOrder = stateOrder;
  }

  void upsert(K key, int keyGroup, RowData row, int day) throws IOException {
    put(new Change<>(key, keyGroup, order(key, keyGroup), kept(row), day));
  }

  private long order(K key, int keyGroup) throws IOException {
    return stateOrder == null ? 0 : stateOrder.of(key, keyGroup);
  }

  private BinaryRowData kept(RowData row) {
    return rowsAreOurs && row instanceof BinaryRowData binary
        ? binary
        : serializer.toBinaryRow(row).copy();
  }

  void delete(K key, int keyGroup) throws IOException {
    put(new Change<>(key, keyGroup, order(key, keyGroup), null, 0));
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

  /** Takes all changes out, in the order of the state if there is one. */
  List<Change<K>> drain() {
    List<Change<K>> all = new ArrayList<>(changes.values());
    if (stateOrder != null) {
      all.sort(
          Comparator.<Change<K>>comparingLong(Change::order)
              .thenComparing(Change::key, stateOrder::compare));
    }
    changes.clear();
    bytes = 0;
    return all;
  }
}
