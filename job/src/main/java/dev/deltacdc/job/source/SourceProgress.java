/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.util.OutputTag;

/**
 * What readers of a source have read in an epoch: between the barriers of two checkpoints.
 *
 * @param source the source's name
 * @param reader prefix of the readers' uids: a source that flows read apart has several
 * @param epoch the checkpoint whose barrier ended it
 * @param records read in all
 * @param splits files or Kafka partitions that they are of
 * @param ranges of at most {@link #MOST_RANGES} splits: when there are more, all but the last one
 *     are the first
 */
public record SourceProgress(
    String source, String reader, long epoch, long records, long splits, List<SplitRange> ranges)
    implements Serializable {

  /** How many ranges are told one by one: what is said of a commit must not grow with its files. */
  public static final int MOST_RANGES = 100;

  /** The side output of a source's decode step. */
  public static final OutputTag<SourceProgress> TAG =
      new OutputTag<>("source-progress", TypeInformation.of(SourceProgress.class));

  /** Of all readers together. */
  public static SourceProgress merged(SourceProgress one, SourceProgress other) {
    List<SplitRange> all = new ArrayList<>(one.ranges());
    all.addAll(other.ranges());
    all.sort(Comparator.comparing(SplitRange::split).thenComparing(SplitRange::first));
    return new SourceProgress(
        one.source(),
        one.reader(),
        Math.max(one.epoch(), other.epoch()),
        one.records() + other.records(),
        one.splits() + other.splits(),
        bounded(all));
  }

  static List<SplitRange> bounded(List<SplitRange> ranges) {
    if (ranges.size() <= MOST_RANGES) {
      return ranges;
    }
    List<SplitRange> few = new ArrayList<>(ranges.subList(0, MOST_RANGES - 1));
    few.add(ranges.get(ranges.size() - 1));
    return few;
  }
}
