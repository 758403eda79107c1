/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.record;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A commit of a run, with what it came from: rows that were read between the checkpoint before and
 * that of the commit. A step that holds rows back (a day until it is closed, a full snapshot until
 * its end, a join) hands them on in a later commit than that of what it read.
 *
 * @param rowsRemoved rows that are no longer in the table, replaced ones too
 * @param rowsUpdated rows that were replaced by another one of their key; counted in both
 * @param millis how long it took; 0 when it was found after a failure
 */
public record RecordedCommit(
    String table,
    long version,
    Instant time,
    String kind,
    long checkpoint,
    long rowsAdded,
    long rowsRemoved,
    long rowsUpdated,
    long filesAdded,
    long filesRemoved,
    long millis,
    List<Read> reads) {

  static final Comparator<RecordedCommit> ORDER =
      Comparator.comparing(RecordedCommit::table).thenComparing(RecordedCommit::version);

  /**
   * What was read of a source in one epoch.
   *
   * @param splits files or Kafka partitions; of many, some ranges are left out
   */
  public record Read(String source, long records, long splits, List<Range> ranges) {
    public Read {
      ranges = List.copyOf(ranges);
    }

    private String text(int most) {
      long more = splits - Math.min(ranges.size(), most);
      return source
          + " "
          + ranges.stream().limit(most).map(Object::toString).collect(Collectors.joining(", "))
          + (more > 0 ? " and " + more + " more" : "");
    }
  }

  /**
   * Records that follow each other.
   *
   * @param split file or Kafka partition
   * @param first line number or offset
   * @param last of the last one
   */
  public record Range(String split, long first, long last) {
    /** For example {@code feed/a.csv:2-101}. */
    @Override
    public String toString() {
      return split + ":" + first + (last == first ? "" : "-" + last);
    }
  }

  public RecordedCommit {
    reads = List.copyOf(reads);
  }

  /** Rows with keys that had none; of an append table all that were added. */
  public long rowsInserted() {
    return rowsAdded - rowsUpdated;
  }

  /** Rows that are gone without another one of their key. */
  public long rowsDeleted() {
    return rowsRemoved - rowsUpdated;
  }

  /**
   * What it came from, for people: {@code feed feed/a.csv:2-101, feed/b.csv:2-7 and 3 more}.
   *
   * @param most how many ranges are told of each source and epoch
   */
  public String readFrom(int most) {
    return reads.stream().map(read -> read.text(most)).collect(Collectors.joining("; "));
  }

  static RecordedCommit of(JsonNode event, List<JsonNode> reads) {
    return new RecordedCommit(
        event.path("table").asText(),
        event.path("version").asLong(),
        Instant.parse(event.path("time").asText()),
        event.path("kind").asText(),
        event.path("checkpoint").asLong(),
        event.path("rowsAdded").asLong(),
        event.path("rowsRemoved").asLong(),
        rowsUpdated(event),
        event.path("filesAdded").asLong(),
        event.path("filesRemoved").asLong(),
        event.path("millis").asLong(),
        reads.stream().map(RecordedCommit::read).toList());
  }

  /** Records of earlier versions don't tell: rows that come and go are mostly of the same keys. */
  private static long rowsUpdated(JsonNode event) {
    return event
        .path("rowsUpdated")
        .asLong(Math.min(event.path("rowsAdded").asLong(), event.path("rowsRemoved").asLong()));
  }

  private static Read read(JsonNode event) {
    List<Range> ranges = new ArrayList<>();
    for (JsonNode range : event.path("ranges")) {
      ranges.add(
          new Range(
              range.path("split").asText(),
              range.path("first").asLong(),
              range.path("last").asLong()));
    }
    return new Read(
        event.path("source").asText(),
        event.path("records").asLong(),
        event.path("splits").asLong(),
        ranges);
  }
}
