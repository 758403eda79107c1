/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.series;

import dev.deltacdc.functions.event.Sequence;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.Nullable;
import org.apache.flink.table.data.RowData;

/**
 * What is known of one key.
 *
 * @param present whether the last complete snapshot has the key
 * @param hash of the row it has there; null: not known, so that the next row counts as a change
 * @param pending its rows in snapshots that are not complete yet, in ascending order of versions
 */
record SeriesEntry(boolean present, @Nullable Long hash, List<Pending> pending) {

  /** A key that nothing is known of. */
  static final SeriesEntry NONE = new SeriesEntry(false, null, List.of());

  /** A key that the target has, with content that is not known. */
  static final SeriesEntry FROM_TABLE = new SeriesEntry(true, null, List.of());

  /** A row of a snapshot that is not complete yet. */
  record Pending(Sequence version, RowData row) {}

  boolean isNone() {
    return !present && pending.isEmpty();
  }

  /** The same with a row more; of one snapshot no more than two, which {@link #isDuplicate}. */
  SeriesEntry with(Sequence version, RowData row) {
    if (isDuplicate(version)) {
      return this;
    }
    int place = pending.size();
    // Nearly always behind the last: snapshots are read one after the other.
    while (place > 0 && pending.get(place - 1).version().compareTo(version) > 0) {
      place--;
    }
    List<Pending> more = new ArrayList<>(pending);
    more.add(place, new Pending(version, row));
    return new SeriesEntry(present, hash, more);
  }

  /** Whether a snapshot that is not complete yet has more than one row of the key. */
  boolean isDuplicate(Sequence version) {
    return pending.stream().filter(row -> row.version().equals(version)).count() > 1;
  }

  /** The same without rows of snapshots before the version. */
  SeriesEntry from(Sequence version) {
    List<Pending> rest =
        pending.stream().filter(row -> row.version().compareTo(version) >= 0).toList();
    return rest.size() == pending.size() ? this : new SeriesEntry(present, hash, rest);
  }

  /** Its row in the oldest snapshot that has one pending; null if there is none. */
  @Nullable
  Pending first() {
    return pending.isEmpty() ? null : pending.get(0);
  }

  /** The key in a snapshot that became complete, with the row that is pending first. */
  SeriesEntry completed(long newHash) {
    return new SeriesEntry(true, newHash, pending.subList(1, pending.size()));
  }

  /** The key missing in a snapshot that became complete. */
  SeriesEntry missing() {
    return new SeriesEntry(false, null, pending);
  }
}
