/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.deltacdc.functions.count.EventCounters;
import dev.deltacdc.functions.event.EventOrigin;
import dev.deltacdc.functions.reject.OnInvalid;
import dev.deltacdc.functions.reject.RejectedEvent;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.annotation.Nullable;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeParser;
import org.apache.flink.util.CloseableIterator;

/** Sources of the tests and what they give. */
final class SourceFixture {

  private SourceFixture() {}

  static Map<String, String> options(String... keysAndValues) {
    Map<String, String> options = new HashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      options.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return options;
  }

  static SourceDefinition source(Path baseDir, RowType rowType, String... keysAndValues) {
    return new SourceDefinition(
        "feed",
        SourceSchema.of(rowType),
        options(keysAndValues),
        baseDir,
        ZoneOffset.UTC,
        OnInvalid.QUARANTINE);
  }

  /**
   * A source's columns.
   *
   * @param columns each {@code name TYPE} or {@code name TYPE METADATA FROM key}
   */
  static SourceSchema schema(List<String> primaryKey, String... columns) {
    List<SourceColumn> parsed = new ArrayList<>();
    for (String column : columns) {
      String[] parts = column.split(" METADATA FROM ", -1);
      int blank = parts[0].indexOf(' ');
      parsed.add(
          new SourceColumn(
              parts[0].substring(0, blank),
              LogicalTypeParser.parse(
                  parts[0].substring(blank + 1), SourceFixture.class.getClassLoader()),
              parts.length == 1 ? null : parts[1]));
    }
    return new SourceSchema(parsed, primaryKey);
  }

  static StreamExecutionEnvironment environment(Configuration extra, int parallelism) {
    Configuration configuration = new Configuration();
    configuration.setString("pipeline.generic-types", "false");
    configuration.setString("restart-strategy.type", "none");
    configuration.addAll(extra);
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    env.setParallelism(parallelism);
    return env;
  }

  /** Runs a bounded source to its end. */
  static Result run(SourceDefinition source, int parallelism) throws Exception {
    StreamExecutionEnvironment env = environment(new Configuration(), parallelism);
    SingleOutputStreamOperator<RowData> rows =
        SourceStreams.create(env, source, "feed", Reading.AS_DECLARED, notice -> {});
    List<String> lines = new ArrayList<>();
    List<RejectedEvent> rejected = new ArrayList<>();
    try (CloseableIterator<RowData> good = rows.collectAsync();
        CloseableIterator<RejectedEvent> bad =
            rows.getSideOutput(RejectedEvent.TAG).collectAsync()) {
      var client = env.executeAsync();
      good.forEachRemaining(row -> lines.add(text(row, source.schema().rowType())));
      bad.forEachRemaining(rejected::add);
      Map<String, Object> counts =
          new TreeMap<>(client.getJobExecutionResult().get().getAllAccumulatorResults());
      counts.keySet().removeIf(name -> !name.startsWith(EventCounters.PREFIX));
      return new Result(lines, rejected, counts);
    }
  }

  /** A row as {@code position: values}. */
  static String text(RowData row, RowType rowType) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rowType.getFieldCount(); i++) {
      LogicalType type = rowType.getTypeAt(i);
      Object value = RowData.createFieldGetter(type, i).getFieldOrNull(row);
      text.append(i == 0 ? "" : ", ").append(text(value, type));
    }
    RowData origin = row.getRow(rowType.getFieldCount(), EventOrigin.TYPE.getFieldCount());
    return EventOrigin.position(origin).position() + ": " + text;
  }

  private static Object text(@Nullable Object value, LogicalType type) {
    if (value instanceof byte[] bytes) {
      return new String(bytes, UTF_8);
    }
    if (value instanceof MapData map) {
      Map<String, Object> entries = new TreeMap<>();
      MapType mapType = (MapType) type;
      ArrayData.ElementGetter keys = ArrayData.createElementGetter(mapType.getKeyType());
      ArrayData.ElementGetter values = ArrayData.createElementGetter(mapType.getValueType());
      for (int i = 0; i < map.size(); i++) {
        entries.put(
            keys.getElementOrNull(map.keyArray(), i).toString(),
            text(values.getElementOrNull(map.valueArray(), i), mapType.getValueType()));
      }
      return entries;
    }
    return value;
  }

  /** What a run of a source gave. */
  record Result(List<String> rows, List<RejectedEvent> rejected, Map<String, Object> counts) {}
}
