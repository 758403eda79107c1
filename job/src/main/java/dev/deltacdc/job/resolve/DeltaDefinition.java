/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.resolve;

import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.delta.TableException;
import dev.deltacdc.delta.TableStore;
import dev.deltacdc.job.pipeline.Diagnostics;
import dev.deltacdc.job.pipeline.OptionSpec;
import dev.deltacdc.job.pipeline.Position;
import dev.deltacdc.job.pipeline.Problem;
import dev.deltacdc.job.pipeline.Rule;
import dev.deltacdc.job.pipeline.StreamingTableSpec;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.flink.table.types.logical.RowType;

/**
 * What a streaming table asks of Delta that no Delta table can be, found without looking where the
 * table will be: names of columns, table properties. One at a time, so that each is told at its
 * place.
 */
final class DeltaDefinition {
  private final StreamingTableSpec table;
  private final boolean upsert;
  private final Diagnostics diagnostics;

  DeltaDefinition(StreamingTableSpec table, boolean upsert, Diagnostics diagnostics) {
    this.table = table;
    this.upsert = upsert;
    this.diagnostics = diagnostics;
  }

  /**
   * Reports what cannot be.
   *
   * @param rowType columns of types that Delta has
   * @param place of a column by its name
   */
  void check(RowType rowType, Function<String, Position> place) {
    for (RowType.RowField field : rowType.getFields()) {
      check(
          Rule.INVALID_COLUMN_NAME,
          new RowType(List.of(field)),
          Map.of(),
          place.apply(field.getName()));
    }
    for (OptionSpec property : table.tblProperties()) {
      check(
          Rule.INVALID_PROPERTY,
          RowType.of(),
          Map.of(property.key().text(), property.value().text()),
          property.key().position());
    }
  }

  private void check(Rule rule, RowType rowType, Map<String, String> properties, Position at) {
    String name = table.name().toString();
    try {
      TableStore.checkDefinition(
          new DeltaTable(name, rowType, Map.of(), List.of(), List.of(), properties, null), upsert);
    } catch (TableException e) {
      diagnostics.error(new Problem(rule, at, e.getMessage()));
    }
  }
}
