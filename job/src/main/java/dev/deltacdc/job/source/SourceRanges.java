/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The ranges that one reader has read since the last barrier. A record costs a comparison of two
 * names, the same object for records of one file. Bounded: of more than {@value #MOST_SPLITS}
 * splits only the last one is known, and the number.
 */
final class SourceRanges {

  /** More files than a checkpoint usually has, more partitions than a reader has. */
  private static final int MOST_SPLITS = 10_000;

  private final String source;
  private final String reader;
  private final Map<String, SplitRange> known = new LinkedHashMap<>();
  private String split = "";
  private long first;
  private long last;
  private long records;
  private long unlisted;
  private long unlistedRecords;
  private SplitRange lastUnlisted;

  SourceRanges(String source, String reader) {
    this.source = source;
    this.reader = reader;
  }

  void add(String from, long position) {
    if (records == 0 || !from.equals(split)) {
      put();
      split = from;
      first = position;
    }
    last = position;
    records++;
  }

  boolean isEmpty() {
    return records == 0;
  }

  /** Takes out what was read; the next epoch begins. */
  SourceProgress take(long epoch) {
    put();
    List<SplitRange> ranges = new ArrayList<>(known.values());
    long read = unlistedRecords + ranges.stream().mapToLong(SplitRange::records).sum();
    long splits = unlisted + ranges.size();
    if (lastUnlisted != null) {
      ranges.add(lastUnlisted);
    }
    known.clear();
    unlisted = 0;
    unlistedRecords = 0;
    lastUnlisted = null;
    return new SourceProgress(
        source, reader, epoch, read, splits, List.copyOf(SourceProgress.bounded(ranges)));
  }

  /** A file is read from one end to the other; Kafka's partitions take turns. */
  private void put() {
    if (records == 0) {
      return;
    }
    SplitRange range = new SplitRange(split, first, last, records);
    SplitRange before = known.get(split);
    if (before != null) {
      known.put(
          split, new SplitRange(split, before.first(), last, before.records() + range.records()));
    } else if (known.size() < MOST_SPLITS) {
      known.put(split, range);
    } else {
      unlisted++;
      unlistedRecords += records;
      lastUnlisted = range;
    }
    records = 0;
  }
}
