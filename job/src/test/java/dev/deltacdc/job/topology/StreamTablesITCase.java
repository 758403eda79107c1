/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.job.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class StreamTablesITCase {

  @RegisterExtension static final MiniClusterExtension CLUSTER = new MiniClusterExtension();

  private static final DataType ALL_TYPES =
      DataTypes.ROW(
          DataTypes.FIELD("bool", DataTypes.BOOLEAN()),
          DataTypes.FIELD("tiny", DataTypes.TINYINT()),
          DataTypes.FIELD("small", DataTypes.SMALLINT()),
          DataTypes.FIELD("int", DataTypes.INT()),
          DataTypes.FIELD("big", DataTypes.BIGINT()),
          DataTypes.FIELD("float", DataTypes.FLOAT()),
          DataTypes.FIELD("double", DataTypes.DOUBLE()),
          DataTypes.FIELD("dec", DataTypes.DECIMAL(10, 2)),
          DataTypes.FIELD("dec38", DataTypes.DECIMAL(38, 4)),
          DataTypes.FIELD("char", DataTypes.CHAR(3)),
          DataTypes.FIELD("varchar", DataTypes.VARCHAR(9)),
          DataTypes.FIELD("string", DataTypes.STRING()),
          DataTypes.FIELD("binary", DataTypes.BINARY(2)),
          DataTypes.FIELD("bytes", DataTypes.BYTES()),
          DataTypes.FIELD("date", DataTypes.DATE()),
          DataTypes.FIELD("ntz", DataTypes.TIMESTAMP(6)),
          DataTypes.FIELD("ltz", DataTypes.TIMESTAMP_LTZ(6)),
          DataTypes.FIELD("array", DataTypes.ARRAY(DataTypes.STRING())),
          DataTypes.FIELD("map", DataTypes.MAP(DataTypes.STRING(), DataTypes.INT())),
          DataTypes.FIELD(
              "row",
              DataTypes.ROW(
                  DataTypes.FIELD("a", DataTypes.INT()),
                  DataTypes.FIELD("b", DataTypes.ROW(DataTypes.FIELD("c", DataTypes.STRING()))))));

  private static GenericRowData values() {
    GenericRowData row =
        GenericRowData.of(
            true,
            (byte) 1,
            (short) -2,
            3,
            Long.MIN_VALUE,
            1.5f,
            Double.NaN,
            DecimalData.fromBigDecimal(new BigDecimal("-1234.50"), 10, 2),
            DecimalData.fromBigDecimal(
                new BigDecimal("9999999999999999999999999999999999.0001"), 38, 4),
            StringData.fromString("ab "),
            StringData.fromString("ção"),
            StringData.fromString("x\u0000\uD83D\uDE00"),
            new byte[] {0, -1},
            new byte[0],
            -1,
            TimestampData.fromEpochMillis(-1, 999_000),
            TimestampData.fromEpochMillis(253402300799999L, 999_000),
            new GenericArrayData(new Object[] {StringData.fromString("a"), null}),
            new GenericMapData(Map.of(StringData.fromString("k"), 7)),
            GenericRowData.of(1, GenericRowData.of(StringData.fromString("deep"))));
    return row;
  }

  private static StreamExecutionEnvironment environment() {
    Configuration configuration = new Configuration();
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
    return StreamExecutionEnvironment.getExecutionEnvironment(configuration).setParallelism(1);
  }

  @Test
  void carriesEveryTypeAndRowKindBothWays() throws Exception {
    RowType type = (RowType) ALL_TYPES.getLogicalType();
    List<RowData> in = new ArrayList<>();
    for (RowKind kind : RowKind.values()) {
      RowData row = values();
      row.setRowKind(kind);
      in.add(row);
    }
    RowData nulls = new GenericRowData(type.getFieldCount());
    in.add(nulls);
    StreamExecutionEnvironment env = environment();
    StreamTableEnvironment tables = StreamTableEnvironment.create(env);
    StreamTables streams = StreamTables.on(env, tables);
    streams.register(
        "changes",
        Schema.newBuilder().fromRowDataType(ALL_TYPES).build(),
        env.fromData(InternalTypeInfo.of(type), in.toArray(RowData[]::new)).uid("in"),
        ChangelogMode.all());
    DataStream<RowData> out =
        streams.plan(
            "SELECT * FROM changes WHERE COALESCE(`int`, 3) = 3", "flow", ChangelogMode.all());

    assertThat(collect(out, type)).containsExactlyElementsOf(copies(in, type));
  }

  private static List<RowData> collect(DataStream<RowData> stream, RowType type) throws Exception {
    List<RowData> rows = new ArrayList<>();
    try (CloseableIterator<RowData> iterator = stream.executeAndCollect()) {
      iterator.forEachRemaining(rows::add);
    }
    return copies(rows, type);
  }

  private static List<RowData> copies(List<RowData> rows, RowType type) {
    RowDataSerializer serializer = new RowDataSerializer(type);
    return rows.stream().map(row -> (RowData) serializer.toBinaryRow(row).copy()).toList();
  }
}
