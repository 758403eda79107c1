/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.count.EventCounters;
import dev.deltacdc.functions.count.Step;
import dev.deltacdc.functions.event.ChangeEvent;
import dev.deltacdc.functions.event.ChangeEventTypeInfo;
import dev.deltacdc.functions.event.RowKey;
import dev.deltacdc.functions.event.RowKeySelector;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The whole snapshot on a cluster: subtasks end at different times, and one fails once. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DailySnapshotITCase {
  private static final int FIRST = Products.day("2026-03-10");
  private static final int MAX_PARALLELISM = 16;

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(4)
              .build());

  @TempDir Path checkpoints;

  @ParameterizedTest
  @CsvSource({
    "1, false, false, false",
    "2, false, true, false",
    "3, true, true, false",
    "3, true, true, true",
    "2, true, false, true",
  })
  void theTableIsThatOfTheModel(
      int parallelism, boolean watermarks, boolean fails, boolean changedRows) throws Exception {
    List<ChangeEvent> events = events(parallelism * 31L + (changedRows ? 1 : 0));
    DailySnapshotOptions options =
        (changedRows ? Products.changedRows() : Products.allRows())
            .startDay(LocalDate.ofEpochDay(FIRST))
            .build();
    StreamExecutionEnvironment env = environment(parallelism);
    ScriptedEvents source =
        new ScriptedEvents(bySubtask(events, parallelism), options.dayRule(), watermarks, fails);
    DataStream<ChangeEvent> accepted =
        env.addSource(source, "events", ChangeEventTypeInfo.of(Products.TYPE)).uid("events");
    DataStream<RowData> rows = DailySnapshot.apply(accepted, options, "daily", "daily");

    TreeMap<String, String> table = new TreeMap<>();
    JobExecutionResult result;
    try (CloseableIterator<RowData> results = rows.collectAsync()) {
      JobClient client = env.executeAsync();
      results.forEachRemaining(row -> apply(table, row, changedRows));
      result = client.getJobExecutionResult().get();
    }

    int last = Products.day("2026-03-19");
    SnapshotModel model = new SnapshotModel(events);
    assertThat(table)
        .isEqualTo(changedRows ? model.changedRows(FIRST, last) : model.allRows(FIRST, last));
    assertThat(
            result.<Long>getAccumulatorResult(
                EventCounters.accumulator(Step.table("daily"), SnapshotCounters.CLOSED_DAYS)))
        .isEqualTo(last - FIRST);
  }

  private StreamExecutionEnvironment environment(int parallelism) {
    Configuration configuration = new Configuration();
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints.toUri().toString());
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 1);
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(1));
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    env.setParallelism(parallelism);
    env.setMaxParallelism(MAX_PARALLELISM);
    env.enableCheckpointing(20);
    return env;
  }

  /** In the order of their times but for half a day, from before the first day on. */
  private static List<ChangeEvent> events(long seed) {
    Random random = new Random(seed);
    List<ChangeEvent> events = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      double day = FIRST - 2 + i / 600.0 * 12 + (random.nextDouble() - 0.5) / 2;
      long second = Math.min((long) (day * 86_400), (FIRST + 10) * 86_400L - 1);
      String time = LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC).toString();
      String id = "id" + random.nextInt(30);
      ChangeEvent event =
          random.nextInt(5) == 0
              ? Products.delete(id, i, time)
              : Products.upsert(id, i, time, random.nextInt(2));
      events.add(event);
    }
    // The last event of all is of the last day.
    events.add(Products.upsert("id0", 600, "2026-03-19T23:00", 7));
    return events;
  }

  private static List<List<ChangeEvent>> bySubtask(List<ChangeEvent> events, int parallelism)
      throws Exception {
    RowKeySelector.EventSelector keys = RowKeySelector.of(Products.TYPE, List.of(0)).forEvents();
    List<List<ChangeEvent>> bySubtask = new ArrayList<>();
    for (int i = 0; i < parallelism; i++) {
      bySubtask.add(new ArrayList<>());
    }
    for (ChangeEvent event : events) {
      RowKey key = keys.getKey(event);
      bySubtask
          .get(
              KeyGroupRangeAssignment.assignKeyToParallelOperator(
                  key, MAX_PARALLELISM, parallelism))
          .add(event);
    }
    return bySubtask;
  }

  private static void apply(Map<String, String> table, RowData row, boolean changedRows) {
    String key = row.getString(0) + " " + LocalDate.ofEpochDay(row.getInt(4));
    if (row.getRowKind() == RowKind.DELETE) {
      table.remove(key);
    } else {
      table.put(key, Products.text(row, changedRows));
    }
  }
}
