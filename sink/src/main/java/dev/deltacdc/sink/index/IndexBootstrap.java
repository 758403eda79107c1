/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink.index;

import dev.deltacdc.delta.FileIds;
import dev.deltacdc.delta.LiveFile;
import dev.deltacdc.delta.TableSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.RowType;

/** Fills the index of one subtask from the live rows of a table version. */
public final class IndexBootstrap<K> {

  private final RowIndex<K> index;
  private final KeySelector<RowData, K> selector;
  private final TypeSerializer<K> keySerializer;
  private final KeyGroupRange keyGroups;
  private final int maxParallelism;

  public IndexBootstrap(
      RowIndex<K> index,
      KeySelector<RowData, K> selector,
      TypeSerializer<K> keySerializer,
      KeyGroupRange keyGroups,
      int maxParallelism) {
    this.index = index;
    this.selector = selector;
    this.keySerializer = keySerializer;
    this.keyGroups = keyGroups;
    this.maxParallelism = maxParallelism;
  }

  /**
   * Enters the keys of this subtask's key groups into the (empty) index.
   *
   * @param which files to read: those that may have rows of {@code firstDay} or later
   * @param type of the rows that the key selector and {@code dayOf} take
   * @param dayOf the day of a row by which its entry expires, or {@link RowLocation#NO_DAY}
   * @param firstDay rows of earlier days are left out
   * @return the number of entries made
   * @throws SuppressRestartsException when two live rows have the same key, which stops the job: a
   *     restart would scan the same rows
   */
  public long fill(
      TableSnapshot table,
      Predicate<LiveFile> which,
      RowType type,
      List<String> keyColumns,
      ToIntFunction<RowData> dayOf,
      int firstDay)
      throws Exception {
    List<RowData.FieldGetter> getters = new ArrayList<>();
    int[] targets = new int[keyColumns.size()];
    for (int i = 0; i < targets.length; i++) {
      targets[i] = type.getFieldIndex(keyColumns.get(i));
      getters.add(RowData.createFieldGetter(type.getTypeAt(targets[i]), i));
    }
    StringData[] forNull = forNull(table, keyColumns);
    GenericRowData wide = new GenericRowData(type.getFieldCount());
    long[] entries = {0};
    table
        .keyScan(keyColumns)
        .scan(
            which,
            (file, position, row) -> {
              boolean hasNull = false;
              for (int i = 0; i < targets.length; i++) {
                Object value = getters.get(i).getFieldOrNull(row);
                value = value == null ? forNull[i] : value;
                hasNull |= value == null;
                wide.setField(targets[i], value);
              }
              if (hasNull && !(selector instanceof RowKeySelector)) {
                return; // the job's own keys have no NULL: no change is of this row
              }
              K key = selector.getKey(wide);
              int keyGroup = KeyGroupRangeAssignment.assignToKeyGroup(key, maxParallelism);
              int day = dayOf.applyAsInt(wide);
              if (!keyGroups.contains(keyGroup) || day < firstDay) {
                return;
              }
              index.at(keySerializer.copy(key), keyGroup);
              if (index.get() != null) {
                throw duplicate(table, file, position, keyColumns);
              }
              index.put(new RowLocation(FileIds.of(file.path()), Math.toIntExact(position), day));
              entries[0]++;
            });
    return entries[0];
  }

  /** An empty text in a partition column was written as NULL: the log has no other way. */
  private static StringData[] forNull(TableSnapshot table, List<String> keyColumns) {
    List<String> partitions = table.partitionColumns();
    return keyColumns.stream()
        .map(
            key ->
                partitions.contains(key)
                        && table
                            .rowType()
                            .getTypeAt(table.rowType().getFieldIndex(key))
                            .is(LogicalTypeFamily.CHARACTER_STRING)
                    ? StringData.fromString("")
                    : null)
        .toArray(StringData[]::new);
  }

  private static SuppressRestartsException duplicate(
      TableSnapshot table, LiveFile file, long position, List<String> keyColumns) {
    return new SuppressRestartsException(
        new IllegalStateException(
            "Version "
                + table.version()
                + " of the table has two live rows with one key ("
                + String.join(", ", keyColumns)
                + "); the second is row "
                + position
                + " of "
                + file.path()
                + ". An upsert sink needs a unique key: remove the duplicates, or choose other key"
                + " columns."));
  }
}
