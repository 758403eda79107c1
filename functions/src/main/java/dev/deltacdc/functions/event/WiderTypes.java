/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.event;

import java.util.List;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * Types that hold every value of others: whole numbers, FLOAT in DOUBLE, more digits, and what is
 * made of them (semantics: "Widening").
 */
final class WiderTypes {
  private static final List<LogicalTypeRoot> WHOLE =
      List.of(
          LogicalTypeRoot.TINYINT,
          LogicalTypeRoot.SMALLINT,
          LogicalTypeRoot.INTEGER,
          LogicalTypeRoot.BIGINT);

  private WiderTypes() {}

  /** Whether one type holds all values of another. */
  static boolean holds(LogicalType wide, LogicalType narrow) {
    if (ColumnMigration.sameForm(narrow, wide)) {
      return true;
    }
    int wholeDigits = WHOLE.indexOf(narrow.getTypeRoot());
    if (wholeDigits >= 0) {
      return wholeDigits <= WHOLE.indexOf(wide.getTypeRoot());
    }
    if (narrow.is(LogicalTypeRoot.FLOAT)) {
      return wide.is(LogicalTypeRoot.DOUBLE);
    }
    if (narrow instanceof DecimalType less && wide instanceof DecimalType more) {
      return less.getScale() <= more.getScale()
          && less.getPrecision() - less.getScale() <= more.getPrecision() - more.getScale();
    }
    if (narrow.is(LogicalTypeFamily.TIMESTAMP)) {
      return wide.is(narrow.getTypeRoot())
          && LogicalTypeChecks.getPrecision(narrow) <= LogicalTypeChecks.getPrecision(wide);
    }
    return holdsInside(wide, narrow);
  }

  private static boolean holdsInside(LogicalType wide, LogicalType narrow) {
    List<LogicalType> ones = narrow.getChildren();
    List<LogicalType> others = wide.getChildren();
    boolean same = !ones.isEmpty() && wide.is(narrow.getTypeRoot()) && ones.size() == others.size();
    if (same && narrow instanceof RowType row) {
      same = row.getFieldNames().equals(((RowType) wide).getFieldNames());
    }
    for (int i = 0; same && i < ones.size(); i++) {
      same = holds(others.get(i), ones.get(i));
    }
    return same;
  }
}
