/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

import java.io.Serializable;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.types.RowKind;

/** A change of the tests' table (id INT, part STRING, amount INT), keyed by id. */
public record TestEvent(RowKind kind, int id, String part, int amount) implements Serializable {

  public static final RowType TYPE =
      RowType.of(
          new org.apache.flink.table.types.logical.LogicalType[] {
            new IntType(), new VarCharType(VarCharType.MAX_LENGTH), new IntType()
          },
          new String[] {"id", "part", "amount"});

  public static TestEvent upsert(int id, String part, int amount) {
    return new TestEvent(RowKind.UPDATE_AFTER, id, part, amount);
  }

  public static TestEvent insert(int id, String part, int amount) {
    return new TestEvent(RowKind.INSERT, id, part, amount);
  }

  public static TestEvent delete(int id) {
    return new TestEvent(RowKind.DELETE, id, null, 0);
  }

  public static TestEvent before(int id, String part, int amount) {
    return new TestEvent(RowKind.UPDATE_BEFORE, id, part, amount);
  }

  /** A delete carries its key only. */
  public RowData row() {
    GenericRowData row = new GenericRowData(kind, 3);
    row.setField(0, id);
    if (kind != RowKind.DELETE) {
      row.setField(1, StringData.fromString(part));
      row.setField(2, amount);
    }
    return row;
  }
}
