/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** The sequence of a table as one value. */
final class SequenceType {

  private SequenceType() {}

  /** The type of the one field of flows that agree on its types, or a ROW of them. */
  static LogicalType of(List<CdcFlow> flows) {
    List<LogicalType> parts = flows.get(0).sequenceTypes().stream().map(Types::plain).toList();
    return parts.size() == 1 ? parts.get(0) : struct(parts, flows.get(0));
  }

  /**
   * A field is named as its column in the first flow, or by its place where it has none or names
   * would collide.
   */
  private static RowType struct(List<LogicalType> parts, CdcFlow first) {
    List<String> names = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < parts.size(); i++) {
      names.add(name(first, i));
      seen.add(name(first, i).toLowerCase(Locale.ROOT));
    }
    List<RowType.RowField> fields = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      String name = seen.size() == parts.size() ? names.get(i) : byPlace(i);
      fields.add(new RowType.RowField(name, parts.get(i)));
    }
    return new RowType(true, fields);
  }

  private static String name(CdcFlow flow, int part) {
    return flow.source().columns().getFieldNames().stream()
        .filter(column -> Sql.isColumn(flow.spec().sequence().get(part), column))
        .findFirst()
        .orElse(byPlace(part));
  }

  private static String byPlace(int part) {
    return "field_" + (part + 1);
  }
}
