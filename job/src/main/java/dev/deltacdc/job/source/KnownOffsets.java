/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;

/**
 * Where partitions start, as offsets. Flink leaves "at the end" and "at the group's offset" to the
 * reader; a run that ends before any record came would leave it to the next run's reader, which
 * would find another end, and skip what came in between.
 */
final class KnownOffsets implements OffsetsInitializer {

  private static final long serialVersionUID = 1L;

  private final OffsetsInitializer start;

  KnownOffsets(OffsetsInitializer start) {
    this.start = start;
  }

  @Override
  public Map<TopicPartition, Long> getPartitionOffsets(
      Collection<TopicPartition> partitions, PartitionOffsetsRetriever brokers) {
    Map<TopicPartition, Long> offsets =
        new HashMap<>(start.getPartitionOffsets(partitions, brokers));
    List<TopicPartition> committed = at(offsets, KafkaPartitionSplit.COMMITTED_OFFSET);
    if (!committed.isEmpty()) {
      offsets.putAll(brokers.committedOffsets(committed));
    }
    List<TopicPartition> end = at(offsets, KafkaPartitionSplit.LATEST_OFFSET);
    if (resetsToEnd()) {
      end.addAll(at(offsets, KafkaPartitionSplit.COMMITTED_OFFSET));
    }
    if (!end.isEmpty()) {
      offsets.putAll(brokers.endOffsets(end));
    }
    return offsets;
  }

  @SuppressWarnings("deprecation") // the connector has this type
  private boolean resetsToEnd() {
    return start.getAutoOffsetResetStrategy() == OffsetResetStrategy.LATEST;
  }

  private static List<TopicPartition> at(Map<TopicPartition, Long> offsets, long marker) {
    List<TopicPartition> partitions = new ArrayList<>();
    offsets.forEach(
        (partition, offset) -> {
          if (offset == marker) {
            partitions.add(partition);
          }
        });
    return partitions;
  }

  @Override
  @SuppressWarnings("deprecation")
  public OffsetResetStrategy getAutoOffsetResetStrategy() {
    return start.getAutoOffsetResetStrategy();
  }
}
