/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import dev.deltacdc.functions.order.ExistingRows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * Keys and sequences of the rows that a target has.
 *
 * @param columns of the key, then of the sequence; empty when the rows don't tell their sequence
 * @param refusal why rows must not be there without state, or null
 */
record TargetRows(
    String path, Map<String, String> hadoop, List<String> columns, @Nullable String refusal)
    implements ExistingRows {

  /** Of a table all of whose rows are replaced. */
  static final ExistingRows NONE = visitor -> {};

  /** A restart cannot cure a refusal: the job stops. */
  @Override
  public void forEach(Visitor visitor) throws Exception {
    Optional<TableSnapshot> table = TableStore.open(path, hadoop).find();
    if (table.isEmpty()) {
      return;
    }
    if (refusal != null && StartCheck.hasRows(table.get())) {
      throw new SuppressRestartsException(new IllegalStateException(refusal));
    }
    if (!columns.isEmpty()) {
      table.get().keyScan(columns).scan(file -> true, (file, position, row) -> visitor.row(row));
    }
  }
}
