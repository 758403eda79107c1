/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.count;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deltacdc.functions.Harnesses;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.annotation.Nullable;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventCountersTest {
  private static final Step STEP = Step.flow("t");

  private final List<OneInputStreamOperatorTestHarness<String, String>> harnesses =
      new ArrayList<>();

  @Nullable private String run;

  @AfterEach
  void close() throws Exception {
    for (var harness : harnesses) {
      harness.close();
    }
  }

  @Test
  void sumsMaximaAndSamplesSurviveEveryRescaling() throws Exception {
    start(OperatorSubtaskState.builder().build(), 1, 2);
    send(0, "aa", "b", "reject first");
    send(1, "cccc");
    rescale(2, 3);
    checkTotals(3, 1, 4);
    send(0, "dd");
    send(1, "eeeeee");
    send(2, "reject later");
    rescale(3, 1);
    checkTotals(5, 2, 6);
    assertThat(Harnesses.accumulator(harnesses.get(0), STEP, Counts.sample("bad"))).isNotNull();
    rescale(1, 2);
    checkTotals(5, 2, 6);
  }

  @Test
  void countsAfterTheCheckpointAreForgotten() throws Exception {
    start(OperatorSubtaskState.builder().build(), 1, 1);
    send(0, "a");
    OperatorSubtaskState state = Harnesses.snapshot(harnesses);
    send(0, "b", "c");
    stop();
    start(state, 1, 1);
    checkTotals(1, 0, 1);
    send(0, "b", "c");
    checkTotals(3, 0, 1);
  }

  @Test
  void aRunWithANameCountsForItself() throws Exception {
    run = "one";
    start(OperatorSubtaskState.builder().build(), 1, 2);
    send(0, "aa", "reject first");
    send(1, "b");
    rescale(2, 3);
    checkTotals(2, 1, 2);
    run = "two";
    rescale(3, 2);
    checkTotals(0, 0, 0);
    send(0, "c");
    rescale(2, 1);
    checkTotals(1, 0, 1);
    // A run without a name goes on counting.
    run = null;
    rescale(1, 1);
    checkTotals(1, 0, 1);
  }

  @Test
  void aCounterIsThereBeforeItCounts() throws Exception {
    start(OperatorSubtaskState.builder().build(), 1, 1);
    assertThat(Harnesses.accumulator(harnesses.get(0), STEP, "ordinary")).isEqualTo(0L);
  }

  @Test
  void twoStepsOfOneNameInOneTaskAddUp() throws Exception {
    start(OperatorSubtaskState.builder().build(), 1, 1);
    Counting first = function(0);
    EventCounters second = EventCounters.restore(first.getRuntimeContext(), first.store, STEP);
    second.increment("ordinary");
    send(0, "a");
    assertThat(Harnesses.count(harnesses.get(0), STEP, "ordinary")).isEqualTo(2);
    assertThat(second.value("ordinary")).isEqualTo(1);
  }

  private void checkTotals(long ordinary, long rejected, long greatest) {
    assertThat(Harnesses.count(harnesses, STEP, "ordinary")).isEqualTo(ordinary);
    assertThat(Harnesses.count(harnesses, STEP, Counts.REJECTED)).isEqualTo(rejected);
    assertThat(Harnesses.count(harnesses, STEP, Counts.rejected("bad"))).isEqualTo(rejected);
    assertThat(
            harnesses.stream()
                .map(harness -> Harnesses.accumulator(harness, STEP, "longest"))
                .filter(Objects::nonNull)
                .mapToLong(Long.class::cast)
                .max()
                .orElse(0))
        .isEqualTo(greatest);
    long metrics = 0;
    for (int i = 0; i < harnesses.size(); i++) {
      metrics += function(i).counters.value("ordinary");
    }
    assertThat(metrics).isEqualTo(ordinary);
  }

  private void rescale(int from, int to) throws Exception {
    OperatorSubtaskState state = Harnesses.snapshot(harnesses);
    stop();
    start(state, from, to);
  }

  private void stop() throws Exception {
    close();
    harnesses.clear();
  }

  private void start(OperatorSubtaskState state, int from, int to) throws Exception {
    for (int i = 0; i < to; i++) {
      var harness =
          new OneInputStreamOperatorTestHarness<String, String>(
              new ProcessOperator<>(new Counting()), Harnesses.MAX_PARALLELISM, to, i);
      if (run != null) {
        Configuration parameters = new Configuration();
        parameters.setString(EventCounters.RUN, run);
        harness.getExecutionConfig().setGlobalJobParameters(parameters);
      }
      Harnesses.withoutKryo(harness).setup(StringSerializer.INSTANCE);
      harness.initializeState(Harnesses.part(state, from, to, i));
      harness.open();
      harnesses.add(harness);
    }
  }

  private void send(int subtask, String... texts) throws Exception {
    for (String text : texts) {
      harnesses.get(subtask).processElement(text, 0);
    }
  }

  private Counting function(int subtask) {
    return (Counting)
        ((ProcessOperator<?, ?>) harnesses.get(subtask).getOperator()).getUserFunction();
  }

  /** Counts texts, rejects some, and keeps the length of the longest. */
  private static final class Counting extends ProcessFunction<String, String>
      implements CheckpointedFunction {
    private static final long serialVersionUID = 1L;

    private transient EventCounters counters;
    private transient OperatorStateStore store;

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
      store = context.getOperatorStateStore();
      counters = EventCounters.restore(getRuntimeContext(), store, STEP);
      counters.counter("ordinary");
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
      counters.snapshot();
    }

    @Override
    public void processElement(String text, Context context, Collector<String> out) {
      if (text.startsWith("reject")) {
        counters.reject("bad", text);
      } else {
        counters.increment("ordinary");
        counters.greatest("longest", text.length());
      }
    }
  }
}
