/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import dev.deltacdc.job.forward.ForwardingReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.InputStatus;
import org.apache.kafka.common.TopicPartition;

/**
 * Gives Flink's reader partitions that end where they end now, and remembers where it came in each:
 * Flink's reader forgets those that it has finished.
 */
final class KafkaUntilNowReader extends ForwardingReader<RawRecord, KafkaPartitionSplit> {

  private final Map<String, Place> places = new HashMap<>();
  @Nullable private Output output;

  KafkaUntilNowReader(SourceReader<RawRecord, KafkaPartitionSplit> reader) {
    super(reader);
  }

  /** Where a partition is to be gone on with. */
  private static final class Place {
    private final TopicPartition partition;
    private long next;

    Place(KafkaPartitionSplit split) {
      partition = split.getTopicPartition();
      next = split.getStartingOffset();
    }
  }

  @Override
  public void addSplits(List<KafkaPartitionSplit> splits) {
    List<KafkaPartitionSplit> ending = new ArrayList<>();
    for (KafkaPartitionSplit split : splits) {
      places.put(split.splitId(), new Place(split));
      ending.add(
          new KafkaPartitionSplit(
              split.getTopicPartition(),
              split.getStartingOffset(),
              // The reader asks for it when it begins the partition.
              KafkaPartitionSplit.LATEST_OFFSET));
    }
    reader.addSplits(ending);
  }

  @Override
  public InputStatus pollNext(ReaderOutput<RawRecord> to) throws Exception {
    if (output == null || output.target != to) {
      output = new Output(to);
    }
    return reader.pollNext(output);
  }

  @Override
  public List<KafkaPartitionSplit> snapshotState(long checkpointId) {
    // It notes the offsets for the broker, too; its splits are among ours.
    List<KafkaPartitionSplit> unused = reader.snapshotState(checkpointId);
    return places.values().stream()
        .map(place -> new KafkaPartitionSplit(place.partition, place.next))
        .toList();
  }

  /** Sees the records of each partition go by. */
  private final class Output implements ReaderOutput<RawRecord> {
    private final ReaderOutput<RawRecord> target;

    Output(ReaderOutput<RawRecord> target) {
      this.target = target;
    }

    @Override
    public SourceOutput<RawRecord> createOutputForSplit(String split) {
      return new PartitionOutput(target.createOutputForSplit(split), places.get(split));
    }

    @Override
    public void releaseOutputForSplit(String split) {
      target.releaseOutputForSplit(split);
    }

    @Override
    public void collect(RawRecord record) {
      throw new IllegalStateException("a record without its partition");
    }

    @Override
    public void collect(RawRecord record, long timestamp) {
      throw new IllegalStateException("a record without its partition");
    }

    @Override
    public void emitWatermark(Watermark watermark) {
      target.emitWatermark(watermark);
    }

    @Override
    public void markIdle() {
      target.markIdle();
    }

    @Override
    public void markActive() {
      target.markActive();
    }
  }

  private record PartitionOutput(SourceOutput<RawRecord> target, Place place)
      implements SourceOutput<RawRecord> {

    @Override
    public void collect(RawRecord record) {
      target.collect(record);
      place.next = record.position() + 1;
    }

    @Override
    public void collect(RawRecord record, long timestamp) {
      target.collect(record, timestamp);
      place.next = record.position() + 1;
    }

    @Override
    public void emitWatermark(Watermark watermark) {
      target.emitWatermark(watermark);
    }

    @Override
    public void markIdle() {
      target.markIdle();
    }

    @Override
    public void markActive() {
      target.markActive();
    }
  }
}
