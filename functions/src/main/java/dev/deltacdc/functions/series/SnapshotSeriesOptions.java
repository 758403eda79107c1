/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.series;

import static java.util.Objects.requireNonNull;

import dev.deltacdc.functions.event.RowText;
import dev.deltacdc.functions.event.Sequence;
import dev.deltacdc.functions.event.SequenceEncoder;
import java.io.Serializable;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;

/**
 * What the change events of a series of snapshots depend on.
 *
 * @param flow its name, for counters and errors
 * @param target the table, for errors
 * @param rowType the target's columns
 * @param keys the positions of the key among them, in the order of KEYS
 * @param versionType of the snapshots' versions: BIGINT; DATE, of which a watermark has the day
 *     since 1970; or TIMESTAMP_LTZ(3), of which it has the milliseconds
 * @param partial whether snapshots may lack rows: then none is deleted
 */
public record SnapshotSeriesOptions(
    String flow,
    String target,
    RowType rowType,
    List<Integer> keys,
    LogicalType versionType,
    boolean partial)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  public SnapshotSeriesOptions {
    requireNonNull(flow, "flow");
    requireNonNull(target, "target");
    requireNonNull(rowType, "rowType");
    requireNonNull(versionType, "versionType");
    keys = List.copyOf(keys);
    if (!versionType.is(LogicalTypeRoot.BIGINT)
        && !versionType.is(LogicalTypeRoot.DATE)
        && !versionType.is(LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE)) {
      throw new IllegalArgumentException(
          "a snapshot's version is a BIGINT, a DATE or a TIMESTAMP_LTZ(3), not "
              + versionType.asSummaryString());
    }
  }

  /** The sequence of a version, given as a watermark has it. */
  Sequence sequence(long version) {
    Object value =
        switch (versionType.getTypeRoot()) {
          case DATE -> Math.toIntExact(version);
          case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> TimestampData.fromEpochMillis(version);
          default -> version;
        };
    return sequences().encode(GenericRowData.of(value), 0);
  }

  /**
   * Whether the versions are times at which one location was read again: then a reading may have
   * been broken off, and its rows are superseded by the next one's.
   */
  boolean isReread() {
    return versionType.is(LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
  }

  /** The text of a version, for errors. */
  String text(Sequence version) {
    RowType type = RowType.of(new LogicalType[] {versionType}, new String[] {"version"});
    return RowText.of(type, 1).text(sequences().decode(version));
  }

  SequenceEncoder sequences() {
    return SequenceEncoder.of(List.of(versionType));
  }
}
