/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.history;

import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;

/** Collects the rows of the table that versions make, which know their start, one after another. */
final class PlacedRows {
  private final List<HistoryRow> rows = new ArrayList<>();
  private @Nullable Version open;

  /** The next version. */
  void add(Version version) {
    end(version);
    open = version.isDelete() ? null : version;
  }

  /**
   * A version that ends the row which is open, and is not to be looked at itself. If it goes on
   * with that row, nothing is known of the row.
   */
  void end(Version version) {
    if (open != null && !version.goesOnWith(open)) {
      rows.add(new HistoryRow(open.start(), open.row(), version.sequence()));
    }
    open = null;
  }

  /** All of them; the last one may be open. */
  List<HistoryRow> rows() {
    List<HistoryRow> all = new ArrayList<>(rows);
    if (open != null) {
      all.add(new HistoryRow(open.start(), open.row(), null));
    }
    return all;
  }
}
