/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Flink's Kafka source, read up to what the partitions have when each is begun, by every run from
 * where the last one came. Flink's own bounded reading forgets where partitions ended that it has
 * read, and does not end at all when it is restored.
 *
 * <p>The end of a partition is its end offset, and the consumer's position is what reaches it: the
 * markers of transactions have offsets but no records. The state is that of the unbounded source,
 * so that a job may go on with either.
 */
final class KafkaUntilNowSource
    implements Source<RawRecord, KafkaPartitionSplit, KafkaSourceEnumState>,
        ResultTypeQueryable<RawRecord> {

  private static final long serialVersionUID = 1L;

  private final KafkaSource<RawRecord> source;

  /**
   * @param source unbounded, without periodic discovery of partitions
   */
  KafkaUntilNowSource(KafkaSource<RawRecord> source) {
    this.source = source;
  }

  @Override
  public Boundedness getBoundedness() {
    return Boundedness.BOUNDED;
  }

  @Override
  public SourceReader<RawRecord, KafkaPartitionSplit> createReader(SourceReaderContext context)
      throws Exception {
    return new KafkaUntilNowReader(source.createReader(context));
  }

  @Override
  public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> createEnumerator(
      SplitEnumeratorContext<KafkaPartitionSplit> context) {
    KafkaUntilNowEnumerator enumerator = new KafkaUntilNowEnumerator(context);
    return enumerator.of(source.createEnumerator(enumerator));
  }

  @Override
  public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> restoreEnumerator(
      SplitEnumeratorContext<KafkaPartitionSplit> context, KafkaSourceEnumState checkpoint)
      throws Exception {
    KafkaUntilNowEnumerator enumerator = new KafkaUntilNowEnumerator(context);
    return enumerator.of(source.restoreEnumerator(enumerator, checkpoint));
  }

  @Override
  public SimpleVersionedSerializer<KafkaPartitionSplit> getSplitSerializer() {
    return source.getSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<KafkaSourceEnumState> getEnumeratorCheckpointSerializer() {
    return source.getEnumeratorCheckpointSerializer();
  }

  @Override
  public TypeInformation<RawRecord> getProducedType() {
    return RawRecordTypeInfo.INSTANCE;
  }
}
