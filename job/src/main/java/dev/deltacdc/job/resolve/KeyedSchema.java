/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.functions.event.EventOrigin;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.utils.TypeConversions;

/** Columns as Flink's planner takes them. */
public final class KeyedSchema {

  private static final String KEY = EventOrigin.HIDDEN_PREFIX + "key";

  private KeyedSchema() {}

  /**
   * Columns and a last one with the bytes of a key, which is one where parts of it are NULL too.
   */
  public static RowType withKeyColumn(RowType rowType) {
    List<RowType.RowField> fields = new ArrayList<>(rowType.getFields());
    fields.add(new RowType.RowField(KEY, new VarBinaryType(false, VarBinaryType.MAX_LENGTH)));
    return new RowType(rowType.isNullable(), fields);
  }

  /** The same with that column as the key. */
  public static Schema ofKeyColumn(RowType rowType) {
    return of(withKeyColumn(rowType), List.of(rowType.getFieldCount()));
  }

  /**
   * Columns with a primary key, which is not enforced; its columns are NOT NULL.
   *
   * @param key indexes of its columns, empty: there is none
   */
  public static Schema of(RowType rowType, List<Integer> key) {
    Schema.Builder builder = Schema.newBuilder();
    List<String> names = rowType.getFieldNames();
    for (int i = 0; i < names.size(); i++) {
      LogicalType type = rowType.getTypeAt(i);
      builder.column(
          names.get(i),
          TypeConversions.fromLogicalToDataType(key.contains(i) ? type.copy(false) : type));
    }
    if (!key.isEmpty()) {
      builder.primaryKey(key.stream().map(names::get).toList());
    }
    return builder.build();
  }
}
