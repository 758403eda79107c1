/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.count.Counts;
import dev.deltacdc.functions.count.EventCounters;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.EventLayout;
import dev.deltacdc.functions.event.RowFit;
import dev.deltacdc.functions.event.Truncate;
import dev.deltacdc.functions.reject.OnInvalid;
import dev.deltacdc.functions.scd.Scd1Function;
import dev.deltacdc.functions.validate.ChangeEventFunction;
import dev.deltacdc.functions.validate.ChangeEventOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The order of a target on a cluster: truncates reach the keys of every subtask. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class EventOrderITCase {
  private static final int KEYS = 500;
  private static final int TRUNCATE_AT = 3_000;

  /** id, value; sequence; truncate. */
  private static final RowType QUERY =
      RowType.of(new IntType(), new IntType(), new IntType(), new BooleanType());

  private static final RowType TARGET = RowType.of(new IntType(), new IntType());
  private static final EventLayout LAYOUT = EventLayout.of(QUERY, 2, 1, List.of(0)).withTruncate();
  private static final List<LogicalType> SEQUENCE = List.of(new IntType());

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(3)
              .build());

  @ParameterizedTest
  @CsvSource({"hashmap, 1, true", "hashmap, 3, true", "rocksdb, 2, true", "hashmap, 2, false"})
  void theTableHasWhatIsNewerThanTheTruncate(String backend, int parallelism, boolean truncated)
      throws Exception {
    List<RowData> feed = feed(truncated);
    StreamExecutionEnvironment environment = environment(backend, parallelism);
    SingleOutputStreamOperator<ChangeEvent> events =
        environment
            .fromData(feed, InternalTypeInfo.of(QUERY))
            .rebalance()
            .process(
                new ChangeEventFunction(
                    LAYOUT,
                    RowFit.of(QUERY, TARGET),
                    List.of(),
                    new ChangeEventOptions(
                        "f", "feed", OnInvalid.FAIL, null, Set.of(), List.of())));
    DataStream<ChangeEvent> accepted =
        EventOrder.apply(
            events,
            truncated ? events.getSideOutput(Truncate.TAG) : null,
            new OrderOptions("t", TARGET, List.of(0), SEQUENCE, -1, false, Duration.ofDays(2)),
            visitor -> {},
            "table");
    Map<Integer, Integer> table = new TreeMap<>();
    JobExecutionResult result;
    try (CloseableIterator<RowData> changes =
        accepted.flatMap(new Scd1Function(TARGET)).collectAsync()) {
      JobClient client = environment.executeAsync();
      changes.forEachRemaining(change -> apply(table, change));
      result = client.getJobExecutionResult().get();
    }

    assertThat(table).isEqualTo(expected(feed, truncated));
    assertThat(
            result.<Long>getAccumulatorResult(
                EventCounters.accumulator(Step.flow("f"), Counts.TRUNCATES)))
        .isEqualTo(truncated ? 1 : 0);
  }

  private static StreamExecutionEnvironment environment(String backend, int parallelism) {
    Configuration configuration = new Configuration();
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(StateBackendOptions.STATE_BACKEND, backend);
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    environment.setParallelism(parallelism);
    return environment;
  }

  private static List<RowData> feed(boolean truncated) {
    Random random = new Random(7);
    List<RowData> feed = new ArrayList<>();
    for (int sequence = 0; sequence < 4_000; sequence++) {
      feed.add(GenericRowData.of(random.nextInt(KEYS), sequence, sequence, null));
    }
    Collections.shuffle(feed, random);
    if (truncated) {
      feed.add(feed.size() / 2, GenericRowData.of(null, null, TRUNCATE_AT, true));
    }
    return feed;
  }

  private static Map<Integer, Integer> expected(List<RowData> feed, boolean truncated) {
    Map<Integer, Integer> table = new TreeMap<>();
    feed.stream()
        .filter(row -> !row.isNullAt(0))
        .filter(row -> !truncated || row.getInt(2) > TRUNCATE_AT)
        .forEach(row -> table.merge(row.getInt(0), row.getInt(1), Math::max));
    return table;
  }

  private static void apply(Map<Integer, Integer> table, RowData change) {
    if (change.getRowKind() == RowKind.DELETE) {
      table.remove(change.getInt(0));
    } else {
      table.put(change.getInt(0), change.getInt(1));
    }
  }
}
