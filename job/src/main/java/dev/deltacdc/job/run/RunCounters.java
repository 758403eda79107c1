/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import dev.deltacdc.functions.count.Counts;
import dev.deltacdc.functions.count.EventCounters;
import dev.deltacdc.functions.count.Step;
import java.io.IOException;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.annotation.Nullable;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.util.OptionalFailure;
import org.apache.flink.util.SerializedValue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The counters of a job, by step or table. */
final class RunCounters {

  private static final Logger LOG = LoggerFactory.getLogger(RunCounters.class);
  private static final String TABLES = "deltacdc-sink/";

  private final NavigableMap<String, Object> accumulators;

  private RunCounters(Map<String, Object> accumulators) {
    this.accumulators = new TreeMap<>(accumulators);
  }

  static RunCounters of(JobExecutionResult result) {
    return new RunCounters(result.getAllAccumulatorResults());
  }

  /** Of a job that still runs or has failed; what cannot be read is left out. */
  static RunCounters of(Map<String, SerializedValue<OptionalFailure<Object>>> accumulators) {
    Map<String, Object> values = new TreeMap<>();
    accumulators.forEach(
        (name, serialized) -> {
          try {
            OptionalFailure<Object> value =
                serialized.deserializeValue(RunCounters.class.getClassLoader());
            if (!value.isFailure()) {
              values.put(name, value.getUnchecked());
            }
          } catch (IOException | ClassNotFoundException e) {
            LOG.debug("Counter {} cannot be read.", name, e);
          }
        });
    return new RunCounters(values);
  }

  /** A step's counter, 0 when the step has none such. */
  long step(Step step, String counter) {
    return number(accumulators.get(EventCounters.accumulator(step, counter)));
  }

  /** All counters of a step. */
  Map<String, Long> counts(Step step) {
    return numbers(EventCounters.accumulator(step, ""));
  }

  /** All counters of a table's sink. */
  Map<String, Long> counts(String table) {
    return numbers(TABLES + table + "/");
  }

  private Map<String, Long> numbers(String prefix) {
    Map<String, Long> numbers = new TreeMap<>();
    startingWith(prefix)
        .forEach(
            (name, value) -> {
              if (value instanceof Number number) {
                numbers.put(name.substring(prefix.length()), number.longValue());
              }
            });
    return numbers;
  }

  boolean hasStep(Step step) {
    return !startingWith(EventCounters.accumulator(step, "")).isEmpty();
  }

  /** What is counted under {@code prefix/…} for a step: the parts after the prefix. */
  Set<String> kinds(Step step, String prefix) {
    String start = EventCounters.accumulator(step, prefix + "/");
    return startingWith(start).keySet().stream()
        .map(name -> name.substring(start.length()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** A step's text, empty when there is none. */
  String text(Step step, String counter) {
    Object value = accumulators.get(EventCounters.accumulator(step, counter));
    return value == null ? "" : value.toString();
  }

  /** The reasons for which a step rejected. */
  Set<String> reasons(Step step) {
    return kinds(step, Counts.REJECTED);
  }

  /** A reason, how many a step rejected for it, and one of them. */
  String reason(Step step, String reason) {
    String sample = text(step, Counts.sample(reason));
    return reason
        + " "
        + TextTable.number(step(step, Counts.rejected(reason)))
        + (sample.isEmpty() ? "" : ", e.g. " + sample);
  }

  /** A table's counter, -1 when the table has none such. */
  long table(String table, String counter) {
    Object value = accumulators.get(TABLES + table + "/" + counter);
    return value == null ? -1 : number(value);
  }

  private NavigableMap<String, Object> startingWith(String prefix) {
    return accumulators.subMap(prefix, true, prefix + Character.MAX_VALUE, false);
  }

  private static long number(@Nullable Object value) {
    return value instanceof Number number ? number.longValue() : 0;
  }
}
