/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.run;

import dev.deltacdc.functions.count.EventCounters;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.util.OptionalFailure;
import org.apache.flink.util.SerializedValue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The counters of a job, by step or table and then by counter. */
final class RunCounters {

  private static final Logger LOG = LoggerFactory.getLogger(RunCounters.class);
  private static final String TABLES = "deltacdc-sink/";

  private final Map<String, Map<String, Object>> steps = new TreeMap<>();
  private final Map<String, Map<String, Object>> tables = new TreeMap<>();

  private RunCounters(Map<String, Object> accumulators) {
    accumulators.forEach(
        (name, value) -> {
          if (name.startsWith(EventCounters.PREFIX)) {
            put(steps, name.substring(EventCounters.PREFIX.length()), value);
          } else if (name.startsWith(TABLES)) {
            put(tables, name.substring(TABLES.length()), value);
          }
        });
  }

  private static void put(Map<String, Map<String, Object>> into, String name, Object value) {
    int slash = name.indexOf('/');
    into.computeIfAbsent(name.substring(0, slash), owner -> new TreeMap<>())
        .put(name.substring(slash + 1), value);
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
  long step(String step, String counter) {
    return number(steps.getOrDefault(step, Map.of()).get(counter));
  }

  boolean hasStep(String step) {
    return steps.containsKey(step);
  }

  /** What is counted under {@code prefix/…} for a step: the parts after the prefix. */
  Set<String> kinds(String step, String prefix) {
    Set<String> kinds = new TreeSet<>();
    for (String counter : steps.getOrDefault(step, Map.of()).keySet()) {
      if (counter.startsWith(prefix + "/")) {
        kinds.add(counter.substring(prefix.length() + 1));
      }
    }
    return kinds;
  }

  /** A step's text, empty when there is none. */
  String text(String step, String counter) {
    Object value = steps.getOrDefault(step, Map.of()).get(counter);
    return value == null ? "" : value.toString();
  }

  /** A table's counter, -1 when the table has none such. */
  long table(String table, String counter) {
    Object value = tables.getOrDefault(table, Map.of()).get(counter);
    return value == null ? -1 : number(value);
  }

  private static long number(Object value) {
    return value instanceof Number number ? number.longValue() : 0;
  }
}
