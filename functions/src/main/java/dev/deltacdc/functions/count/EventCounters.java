/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.functions.count;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import javax.annotation.Nullable;
import org.apache.flink.api.common.accumulators.Accumulator;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.accumulators.LongMaximum;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.SimpleCounter;

/**
 * What one subtask of a step has counted since the job's state began, or, in a job with the
 * parameter {@link #RUN}, since that run began.
 *
 * <p>Counts are operator state: they are those of the checkpoint that a restart goes back to, so
 * replayed events are not counted twice, and rescaling keeps their sums (an element per subtask is
 * dealt out; a subtask that gets several adds them up). They appear as metrics in the group {@code
 * KIND.NAME} of the {@link Step}, such as {@code flow.clientes_cdc}, and as accumulators {@code
 * deltacdc/KIND/NAME/COUNTER}, from which a client reads the sums of all subtasks when the job
 * ends.
 *
 * <p>Limit: Flink drops the state and the accumulators of a subtask that has ended when the job
 * fails after that. The events it counted are not read again, so after such a restart the sums are
 * too low by them; tables are not affected.
 *
 * <p>Use: {@link #restore} in {@code initializeState}, {@link #snapshot} in {@code snapshotState}.
 */
public final class EventCounters {
  /** What the names of all accumulators start with. */
  public static final String PREFIX = "deltacdc/";

  /**
   * Global job parameter: names the run, whatever state it goes on from. Counts of other runs are
   * dropped at the start.
   */
  public static final String RUN = "deltacdc.run";

  private final RuntimeContext runtime;
  private final Step step;
  private final MetricGroup metrics;
  private final ListState<Map<String, Long>> sumState;
  private final ListState<Map<String, Long>> maximumState;
  private final ListState<Map<String, String>> sampleState;
  private final Map<String, Count> sums = new TreeMap<>();
  private final Map<String, Maximum> maxima = new TreeMap<>();
  private final Map<String, String> samples = new HashMap<>();

  private EventCounters(RuntimeContext runtime, OperatorStateStore store, Step step)
      throws Exception {
    this.runtime = requireNonNull(runtime, "runtime");
    this.step = requireNonNull(step, "step");
    this.metrics = runtime.getMetricGroup().addGroup(step.kind().toString(), step.name());
    this.sumState =
        store.getListState(
            new ListStateDescriptor<>("counts", Types.MAP(Types.STRING, Types.LONG)));
    this.maximumState =
        store.getListState(
            new ListStateDescriptor<>("maxima", Types.MAP(Types.STRING, Types.LONG)));
    this.sampleState =
        store.getListState(
            new ListStateDescriptor<>("samples", Types.MAP(Types.STRING, Types.STRING)));
  }

  /** The counters of a step, with what was restored for this subtask. */
  public static EventCounters restore(RuntimeContext runtime, OperatorStateStore store, Step step)
      throws Exception {
    EventCounters counters = new EventCounters(runtime, store, step);
    for (Map<String, Long> restored : counters.sumState.get()) {
      counters
          .ofThisRun(restored)
          .forEach((counter, count) -> counters.counter(counter).add(count));
    }
    for (Map<String, Long> restored : counters.maximumState.get()) {
      counters.ofThisRun(restored).forEach(counters::greatest);
    }
    for (Map<String, String> restored : counters.sampleState.get()) {
      counters.ofThisRun(restored).forEach(counters::sample);
    }
    return counters;
  }

  /** Without the run's name among the counts; where the job has none every state counts. */
  private <V> Map<String, V> ofThisRun(Map<String, V> restored) {
    Map<String, V> counts = new HashMap<>(restored);
    String run = run();
    boolean same = run == null || counts.containsKey(RUN + "=" + run);
    counts.keySet().removeIf(counter -> !same || counter.startsWith(RUN));
    return counts;
  }

  /** Names the run in each element of the state: elements are dealt out one by one. */
  private <V> List<Map<String, V>> named(Map<String, V> counts, V value) {
    String run = run();
    if (run != null) {
      counts.put(RUN + "=" + run, value);
    }
    return List.of(counts);
  }

  @Nullable
  private String run() {
    return runtime.getGlobalJobParameters().get(RUN);
  }

  /** The accumulator in which a client finds the total of a counter. */
  public static String accumulator(Step step, String counter) {
    String name = step.name().replace("%", "%25").replace("/", "%2F");
    return PREFIX + step.kind() + "/" + name + "/" + counter;
  }

  /** A counter, to be kept by who counts often. It exists, at 0, from now on. */
  public Count counter(String counter) {
    return sums.computeIfAbsent(counter, this::register);
  }

  /** Counts one. */
  public void increment(String counter) {
    counter(counter).add(1);
  }

  /** Keeps the greatest value seen; values are not negative. */
  public void greatest(String maximum, long value) {
    maxima.computeIfAbsent(maximum, this::registerMaximum).add(value);
  }

  /** A value that is no count, as a metric of this step. */
  public void gauge(String name, Supplier<Long> value) {
    metrics.gauge(name, value::get);
  }

  /** Counts a rejected event under its reason, and keeps the first one's place as a sample. */
  public void reject(String reason, String sample) {
    increment(Counts.REJECTED);
    increment(Counts.rejected(reason));
    sample(Counts.sample(reason), sample);
  }

  /** What this subtask has counted. */
  public long value(String counter) {
    Count count = sums.get(counter);
    return count == null ? 0 : count.value();
  }

  /** The greatest value this subtask has seen, or 0. */
  public long maximum(String counter) {
    Maximum maximum = maxima.get(counter);
    return maximum == null ? 0 : maximum.value;
  }

  /** Writes the counts into the operator's state. */
  public void snapshot() throws Exception {
    Map<String, Long> counts = new HashMap<>();
    sums.forEach((counter, count) -> counts.put(counter, count.value()));
    sumState.update(named(counts, 0L));
    Map<String, Long> greatest = new HashMap<>();
    maxima.forEach((counter, maximum) -> greatest.put(counter, maximum.value));
    maximumState.update(named(greatest, 0L));
    sampleState.update(named(new HashMap<>(samples), ""));
  }

  private void sample(String counter, String text) {
    if (samples.putIfAbsent(counter, text) == null) {
      accumulate(counter, new FirstText()).add(text);
    }
  }

  private Count register(String counter) {
    return new Count(
        metrics.counter(counter, new SimpleCounter()), accumulate(counter, new LongCounter()));
  }

  private Maximum registerMaximum(String counter) {
    Maximum maximum = new Maximum(accumulate(counter, new LongMaximum(0)));
    metrics.gauge(counter, (Gauge<Long>) () -> maximum.value);
    return maximum;
  }

  /** Operators chained into one task share its accumulators. */
  @SuppressWarnings("unchecked")
  private <V, R extends Serializable, A extends Accumulator<V, R>> A accumulate(
      String counter, A created) {
    String accumulator = accumulator(step, counter);
    Accumulator<V, R> existing = runtime.getAccumulator(accumulator);
    if (existing != null) {
      return (A) existing;
    }
    runtime.addAccumulator(accumulator, created);
    return created;
  }

  /** One counter. */
  public static final class Count {
    private final Counter metric;
    private final LongCounter accumulator;

    private Count(Counter metric, LongCounter accumulator) {
      this.metric = metric;
      this.accumulator = accumulator;
    }

    /** Counts one. */
    public void increment() {
      add(1);
    }

    /** Counts several. */
    public void add(long number) {
      metric.inc(number);
      accumulator.add(number);
    }

    /** The count of this subtask. */
    public long value() {
      return metric.getCount();
    }
  }

  private static final class Maximum {
    private final LongMaximum accumulator;
    private volatile long value;

    private Maximum(LongMaximum accumulator) {
      this.accumulator = accumulator;
    }

    private void add(long candidate) {
      if (candidate > value) {
        value = candidate;
      }
      accumulator.add(candidate);
    }
  }
}
