/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import dev.deltacdc.job.pipeline.TableName;
import dev.deltacdc.job.record.RecordedCommits;
import dev.deltacdc.job.record.RunFolder;
import dev.deltacdc.job.record.SourceRecorder;
import dev.deltacdc.job.resolve.ResolvedFlow;
import dev.deltacdc.job.resolve.ResolvedPipeline;
import dev.deltacdc.job.source.SourceProgress;
import dev.deltacdc.sink.DeltaSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.streaming.runtime.partitioner.GlobalPartitioner;

/** What a job writes into the record of its run: commits, and what sources have read. */
final class Recording {

  private static final String UID = "record";

  private final @Nullable RunFolder folder;
  private final List<DataStream<SourceProgress>> reads = new ArrayList<>();

  /**
   * @param folder {@code null}: nothing is recorded
   */
  Recording(@Nullable RunFolder folder) {
    this.folder = folder;
  }

  DeltaSink of(DeltaSink sink) {
    return folder == null ? sink : sink.reportTo(new RecordedCommits(folder));
  }

  /** Takes what a source's step tells and gives the step back. */
  <T> SingleOutputStreamOperator<T> of(SingleOutputStreamOperator<T> source) {
    reads.add(source.getSideOutput(SourceProgress.TAG));
    return source;
  }

  /** One task for all sources, to which a barrier never overtakes what belongs before it. */
  void end() {
    if (folder == null || reads.isEmpty()) {
      return;
    }
    DataStream<SourceProgress> all = Streams.union(reads);
    GlobalPartitioner<SourceProgress> toOne = new GlobalPartitioner<>();
    toOne.disableUnalignedCheckpoints();
    new DataStream<>(
            all.getExecutionEnvironment(),
            new PartitionTransformation<>(all.getTransformation(), toOne))
        .transform(UID + ": sources", Types.VOID, new SourceRecorder(folder))
        .uid(UID + "/sources")
        .setParallelism(1)
        .setMaxParallelism(1);
  }

  /** The readers of sources, by their uids, from which the rows of each table come. */
  static Map<String, Set<String>> readers(ResolvedPipeline pipeline, Generations generations) {
    Map<String, Set<String>> readers = new TreeMap<>();
    Set<String> all = new TreeSet<>();
    for (TableName table : pipeline.tables()) {
      Set<String> found = new TreeSet<>();
      addReaders(pipeline.filled(table), pipeline, generations, found);
      readers.put(table.toString(), found);
      all.addAll(found);
    }
    readers.put(pipeline.settings().quarantineTable().toString(), all);
    return readers;
  }

  private static void addReaders(
      TableName table, ResolvedPipeline pipeline, Generations generations, Set<String> readers) {
    for (ResolvedFlow flow : pipeline.flowsInto(table)) {
      Set<TableName> used = Relations.used(pipeline, List.of(flow));
      for (TableName read : used) {
        addReaders(read, pipeline, generations, readers);
      }
      pipeline.sources().stream()
          .filter(source -> used.contains(source.name()))
          .map(source -> Generations.uid("source", source.name().key(), generations.of(flow)))
          .forEach(readers::add);
    }
  }
}
