/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.sink;

import dev.deltacdc.delta.DeltaTable;
import dev.deltacdc.delta.TableSnapshot;
import dev.deltacdc.delta.TableStore;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.state.rocksdb.RocksDBConfigurableOptions;
import org.apache.flink.state.rocksdb.RocksDBOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.types.RowKind;

/**
 * Shows that memory doesn't grow with an epoch: 5 million distinct keys in one epoch, first as
 * inserts, then (without state, so that the index is built from the table) as updates of all of
 * them, in a heap of 512 MB with the index in RocksDB and 256 MB of managed memory. Bloom filters
 * are on, since most lookups of an initial load find nothing, and partitioned: RocksDB splits its
 * cache into pieces of less than 2 MB, and a whole filter that fits into none is read again for
 * every lookup. Measured with 5 million: 147 MB of heap after a collection for the inserts, 163 MB
 * for the updates, whose commit (51 files, 5 million deletes) took 0.2 s. Prints times and the heap
 * in use after collections. Not part of the build. From the root of the project:
 *
 * <pre>{@code
 * mvn -q -Dquick -pl sink test-compile dependency:build-classpath -Dmdep.outputFile=target/cp.txt
 * cd sink
 * java -Xmx512m --add-opens=java.base/java.util=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED \
 *     -cp target/test-classes:target/classes:$(cat target/cp.txt) \
 *     dev.deltacdc.sink.LargeEpochRun 5000000 rocksdb
 * }</pre>
 */
final class LargeEpochRun {

  private static final RowType TYPE =
      RowType.of(
          new LogicalType[] {
            new VarCharType(false, VarCharType.MAX_LENGTH),
            new VarCharType(VarCharType.MAX_LENGTH),
            new IntType(),
            new DoubleType()
          },
          new String[] {"id", "name", "stock", "price"});

  private LargeEpochRun() {}

  public static void main(String[] args) throws Exception {
    long keys = Long.parseLong(args[0]);
    String backend = args[1];
    Path directory = Files.createTempDirectory("large-epoch");
    System.out.printf(
        "%,d keys, index in %s, heap %,d MB, in %s%n",
        keys, backend, Runtime.getRuntime().maxMemory() >> 20, directory);
    run("inserts", 1, keys, backend, directory);
    run("updates", 2, keys, backend, directory);
  }

  private static void run(String what, int stock, long keys, String backend, Path directory)
      throws Exception {
    Configuration config = new Configuration();
    config.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofHours(10));
    config.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY, directory.resolve("chk").toUri().toString());
    config.set(StateBackendOptions.STATE_BACKEND, backend);
    config.set(RocksDBConfigurableOptions.USE_BLOOM_FILTER, true);
    config.set(RocksDBOptions.USE_PARTITIONED_INDEX_FILTERS, true);
    config.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(256));
    config.set(PipelineOptions.GENERIC_TYPES, false);
    config.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
    StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(2, config);
    DataStream<RowData> rows =
        env.fromSequence(0, keys - 1)
            .<RowData>map(
                number ->
                    GenericRowData.ofKind(
                        RowKind.UPDATE_AFTER,
                        StringData.fromString(id(number)),
                        StringData.fromString("product " + number),
                        stock,
                        number / 100.0))
            .returns(InternalTypeInfo.of(TYPE));
    String path = directory.resolve("table").toString();
    DeltaSink.upsert(DeltaTable.of(path, TYPE), List.of("id")).name("large").sinkTo(rows);
    long start = System.nanoTime();
    JobExecutionResult result = env.execute(what);
    TableSnapshot table = TableStore.open(path, Map.of()).latest();
    System.out.printf(
        "%s: %,d ms, version %d, %,d live rows, %,d deleted, heap after a collection at most %,d MB%n",
        what,
        (System.nanoTime() - start) / 1_000_000,
        table.version(),
        table.numRows(),
        result.<Long>getAccumulatorResult("deltacdc-sink/large/rowsDeleted"),
        heapAfterCollection() >> 20);
  }

  /** 32 characters that look random, as a UUID's. */
  private static String id(long number) {
    long mixed = number * 0x9E3779B97F4A7C15L;
    return String.format("%016x%016x", mixed, mixed ^ (mixed >>> 31));
  }

  /** The most that a collection left, summed over the pools that the heap has. */
  private static long heapAfterCollection() {
    long bytes = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getCollectionUsage() != null) {
        bytes += pool.getCollectionUsage().getUsed();
      }
    }
    return bytes;
  }
}
